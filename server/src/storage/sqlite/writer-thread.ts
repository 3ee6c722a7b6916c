// The one thread that writes. Whatever has arrived since the last commit is the next batch.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { StoreOptions } from '../store.ts'
import { runBatch, type WriteRequest } from './batch.ts'
import { openForWriting } from './connection.ts'
import { packReplies, unpackRequests } from './flat-messages.ts'
import { operations } from './operations.ts'
import { Transaction } from './transaction.ts'

export interface WriterData {
  readonly file: string
  readonly options: StoreOptions
}

/** Some requests as flat-messages.ts packs them. */
type Message = unknown[] | 'close'

/** A batch holds the others back: some twenty milliseconds. */
const maxBatch = 256

const port = parentPort!
const { file, options } = workerData as WriterData
const database = openForWriting(file)
const tx = new Transaction(database, options.numberLimits)

/** Messages that the event loop delivered while a batch was awaited. */
const late: Message[] = []
let busy = false
let closing = false

port.on('message', async (first: Message) => {
  if (busy) return void late.push(first)
  busy = true
  for (let requests = drain(first); requests.length > 0; requests = drain(next())) {
    port.postMessage(packReplies(await runBatch(tx, operations, requests)))
  }
  busy = false
  if (!closing) return
  tidyUp()
  database.close()
  port.close()
})

/** Everything that has come meanwhile is one batch: the more share a commit, the less each pays for it. */
function drain(first: Message | undefined): WriteRequest[] {
  const requests: WriteRequest[] = []
  for (let message = first; message !== undefined; message = next()) {
    if (message === 'close') closing = true
    else requests.push(...unpackRequests(message))
    if (requests.length >= maxBatch) break
  }
  return requests
}

/**
 * After a stop the database file alone is whole. PASSIVE, because a command closes beside a running service:
 * TRUNCATE would hold the writers back until the last long read of the service has ended.
 */
function tidyUp(): void {
  try {
    if (tx.recent.isLoaded) {
      tx.begin()
      tx.recent.fileAll()
      tx.commit()
    }
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The disk is full or away: the verifications and the log keep what is committed until the next start.
    if (database.isTransaction) tx.rollback()
  }
}

function next(): Message | undefined {
  return late.shift() ?? (receiveMessageOnPort(port)?.message as Message | undefined)
}

port.postMessage('ready')
