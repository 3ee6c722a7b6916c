// An import reads millions of rows: it runs on a thread of its own, so that requests are not delayed.
import { parentPort, workerData } from 'node:worker_threads'
import { numberingStores } from '../open-numbering.ts'
import { importPorting } from '../porting/import-porting.ts'
import { importRegistry, RegistryRefused } from '../registry/import-registry.ts'
import type { ReadTable } from '../registry/read-registry-file.ts'
import type { ImportedTable, ImportReport, ImportTask } from './import-messages.ts'
import { remoteRepository } from './repository-over-port.ts'

const task = workerData as ImportTask
const send = (report: ImportReport) => parentPort!.postMessage(report)

/** Replaces the path of the upload by the name of the file: the folder must not be shown. */
const named = (text: string) => text.replaceAll(task.file, task.name)

try {
  const stores = numberingStores(remoteRepository(parentPort!))
  const options = {
    force: task.force,
    nowMs: task.nowMs,
    onProgress: ({ share, rows }: { share: number; rows: number }) => send({ kind: 'progress', share, rows }),
  }
  const done = (
    { snapshot, overlooked }: { readonly snapshot: string; readonly overlooked: readonly string[] },
    taken: number,
    files: readonly ImportedTable[],
  ) => {
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    send({ kind: 'done', snapshot, rows, taken, files, overlooked: overlooked.map(named) })
  }
  if (task.data === 'registry') {
    const summary = await importRegistry([task.file], { ...options, store: stores.registry })
    done(summary, summary.ranges, summary.files.map(registryTable))
  } else {
    const summary = await importPorting([task.file], { ...options, store: stores.porting })
    const files = summary.files.map(({ name, rows, refused }) => ({
      name,
      rows,
      refused: refused === 0 ? {} : { unreadable: refused },
      examples: [],
    }))
    done(summary, summary.numbers, files)
  }
} catch (cause) {
  const isRegistry = cause instanceof RegistryRefused
  send({
    kind: 'refused',
    reasons: (isRegistry ? cause.reasons : [(cause as Error).message]).map(named),
    files: isRegistry ? cause.files.map(registryTable) : [],
  })
}

function registryTable({ name, rows, refused, examples }: ReadTable): ImportedTable {
  return { name, rows, refused, examples }
}
