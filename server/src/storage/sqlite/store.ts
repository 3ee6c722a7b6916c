import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { decisions } from '../../books/commands.ts'
import { movedHistory } from '../../books/number-limit.ts'
import { longReads, methodsFor, pageReads, reads, writes } from '../query-table.ts'
import { StorageError } from '../storage-error.ts'
import type { Store, StoreOptions } from '../store.ts'
import { backUp } from './backup.ts'
import { openForReading } from './connection.ts'
import { heavyReader } from './heavy-reader.ts'
import { embeddedNode, nodesNow, ownWrites } from './operations.ts'
import { mayPurge } from './purge.ts'
import { Reader } from './reader.ts'
import { Writer } from './writer.ts'

export interface SqliteStoreOptions extends StoreOptions {
  readonly file: string
  /** Called when the writer died and the outcome of its last commit is unknown: the process has to exit and recover. */
  readonly onCrash: (error: Error) => void
  /** The writer's thread, if it was made before the file was known. */
  readonly writerThread?: Worker | undefined
}

/** The embedded store: one writer thread, short reads on the caller's thread, long reads on a thread of their own. */
export async function openSqliteStore({
  file,
  onCrash,
  writerThread,
  ...options
}: SqliteStoreOptions): Promise<Store> {
  const writer = await Writer.start({ file, options }, onCrash, writerThread)
  const reader = new Reader(openForReading(file))
  const longReader = heavyReader(file)
  const pageReader = heavyReader(file)

  const { flushAdmissions, eraseFoundPhone, areTracesGone, clockJumps, ...ownMethods } = methodsFor(
    ownWrites,
    (_, name, [input]) => writer.run(name, input),
  )
  const background = methodsFor(longReads, (_, name, [input]) => longReader.read(name, input))

  /**
   * Resolves when the last move of the deadlines is on disk. Until then no deadline can be compared with the new time.
   */
  let moving: Promise<unknown> = Promise.resolve()
  const { dueCalls, dueLookups, waitingFor, newestToCheck } = reads

  /** The limits of the newest calls are not in their table yet. */
  const flushed = async () => {
    let step = await flushAdmissions(null)
    while (!step.isDone) step = await flushAdmissions(step.upTo)
  }
  const numberTraces = async (phoneHash: Uint8Array) => {
    await flushed()
    const clockJumpsMs = await clockJumps(null)
    const traces = await background.numberTraces(phoneHash)
    return traces.map((trace) => ({
      ...trace,
      ...movedHistory(trace, clockJumpsMs),
      endsAt: trace.endsAt + clockJumpsMs,
    }))
  }

  return {
    ...methodsFor(reads, (query, _, input) => query(reader, ...input)),
    ...methodsFor({ ...writes, ...decisions }, (_, name, [input]) => writer.run(name, input)),
    ...methodsFor(pageReads, (_, name, [input]) => pageReader.read(name, input)),
    ...background,
    ...ownMethods,
    isShared: false,
    waitedMs: () => writer.waitedMs,
    nodeId: embeddedNode,
    nodes: (now) => nodesNow(reader, now),
    numberTraces,
    entriesToClose: async (request) =>
      mayPurge(reader, request.now) ? reads.entriesToClose(reader, request) : 'clock-leapt',
    ...methodsFor({ dueCalls, dueLookups, waitingFor, newestToCheck }, async (query, _, input) => {
      await moving
      return query(reader, ...input)
    }),
    moveDeadlines(step) {
      const moved = ownMethods.moveDeadlines(step)
      moving = moved.catch(() => {})
      return moved
    },
    async erasePhone(phoneHash) {
      const records = await background.callsOfPhone(phoneHash)
      await flushed()
      const erased = await eraseFoundPhone({
        phoneHash,
        vendorIds: records.map(({ vendorId }) => vendorId),
      })
      await untilTracesAreGone(() => areTracesGone(null))
      return erased
    },
    callPage: (filter) => pageReader.read('callPage', filter),
    listPage: (filter) => pageReader.read('listPage', filter),
    findCalls: (search) => pageReader.read('findCalls', search),
    watchPhones: () => ({ close: async () => {} }),
    // The writer does this between its commits (unique-keys.ts).
    maintain: async () => false,
    // Only one service uses a data folder, so no lock is needed.
    alone: (_, work) => work(),
    backup: (target, onProgress) => backUp(file, target, onProgress),
    async close() {
      // The writer is closed last: the last connection folds the log into the database file, and a reader may not
      // write.
      await longReader.close()
      await pageReader.close()
      reader.close()
      await writer.close()
    },
  }
}

const tracesPeriodMs = 50
/** 10 s in total. Only a long read that takes all this time keeps the log from being emptied. */
const maxTracesLooks = 200

async function untilTracesAreGone(areGone: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < maxTracesLooks; look++) {
    if (await areGone()) return
    await sleep(tracesPeriodMs)
  }
  throw new StorageError(
    'The number is erased, but copies of it are still in the write-ahead file of the database, because a long read ' +
      'is under way. Erase the number again in a minute.',
  )
}
