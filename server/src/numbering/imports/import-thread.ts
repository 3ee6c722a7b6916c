// An import reads millions of rows: it runs on a thread of its own, so that requests are not delayed.
import { parentPort, workerData } from 'node:worker_threads'
import { numberingStores } from '../open-numbering.ts'
import { importPorting } from '../porting/import-porting.ts'
import { importRegistry, RegistryRefused } from '../registry/import-registry.ts'
import type { ImportReport, ImportTask } from './import-messages.ts'
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
  if (task.data === 'registry') {
    const summary = await importRegistry([task.file], { ...options, store: stores.registry })
    send({
      kind: 'done',
      snapshot: summary.snapshot,
      rows: sum(summary.files.map(({ rows }) => rows)),
      taken: summary.ranges,
      files: summary.files.map(({ name, rows, refused, examples }) => ({ name, rows, refused, examples })),
      overlooked: summary.overlooked.map(named),
    })
  } else {
    const summary = await importPorting([task.file], { ...options, store: stores.porting })
    send({
      kind: 'done',
      snapshot: summary.snapshot,
      rows: sum(summary.files.map(({ rows }) => rows)),
      taken: summary.numbers,
      files: summary.files.map(({ name, rows, refused }) => ({
        name,
        rows,
        refused: refused === 0 ? {} : { unreadable: refused },
        examples: [],
      })),
      overlooked: summary.overlooked.map(named),
    })
  }
} catch (cause) {
  const isRegistry = cause instanceof RegistryRefused
  send({
    kind: 'refused',
    reasons: (isRegistry ? cause.reasons : [(cause as Error).message]).map(named),
    files: isRegistry
      ? cause.files.map(({ name, rows, refused, examples }) => ({ name, rows, refused, examples }))
      : [],
  })
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
