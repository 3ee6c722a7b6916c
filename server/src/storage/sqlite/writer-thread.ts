// The only thread that writes. The requests that arrived since the last commit are the next batch, up to the size that
// batch-pace.ts allows.
import { once } from 'node:events'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { stopwatchMs } from '../../platform/system-clock.ts'
import type { StoreOptions } from '../store.ts'
import { runBatch, type WriteRequest } from './batch.ts'
import { BatchPace } from './batch-pace.ts'
import { openForWriting } from './connection.ts'
import { LogSize } from './log-size.ts'
import { operations } from './operations.ts'
import { Transaction } from './transaction.ts'

export interface WriterData {
  readonly file: string
  readonly options: StoreOptions
}

type Message = WriteRequest[] | 'close'

const port = parentPort!
if (workerData.operations !== undefined) await import(workerData.operations)
const [{ file, options }] = (await once(port, 'message')) as [WriterData]
const database = openForWriting(file)
const tx = new Transaction(database, options.numberLimits)
const pace = new BatchPace()
const logSize = new LogSize(database, file)

/** Messages that the event loop delivered while a batch was awaited. */
const late: Message[] = []
let busy = false
let closing = false

port.on('message', async (first: Message) => {
  if (busy) return void late.push(first)
  busy = true
  for (let requests = drain(first); requests.length > 0; requests = drain(next())) {
    const begunMs = stopwatchMs()
    const replies = await runBatch(tx, operations, requests)
    port.postMessage(replies)
    tx.traces.remove()
    logSize.keep(replies[0]?.kind === 'unavailable')
    const { lastCommitMs } = tx
    pace.note({
      requests: requests.length,
      workMs: stopwatchMs() - begunMs - lastCommitMs,
      commitMs: lastCommitMs,
    })
  }
  busy = false
  if (!closing) return
  tidyUp()
  database.close()
  port.close()
})

function drain(first: Message | undefined): WriteRequest[] {
  const requests: WriteRequest[] = []
  for (let message = first; message !== undefined; message = next()) {
    if (message === 'close') closing = true
    else requests.push(...message)
    if (requests.length >= pace.room) break
  }
  return requests
}

/**
 * Checkpoints, so that after a stop the database file alone is complete. PASSIVE, because a command may close beside a
 * running service: TRUNCATE would block the writers until the last long read of the service has ended.
 */
function tidyUp(): void {
  try {
    if (tx.recent.isLoaded) {
      tx.begin()
      tx.recent.flushAll()
      tx.commit()
    }
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The disk is full or gone: the calls and the log keep what is committed until the next start.
    if (database.isTransaction) tx.rollback()
  }
}

function next(): Message | undefined {
  return late.shift() ?? (receiveMessageOnPort(port)?.message as Message | undefined)
}

port.postMessage('ready')
