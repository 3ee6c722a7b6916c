// The one thread that writes. It takes whatever has arrived since the last commit as the next batch.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { StoreOptions } from '../store.ts'
import { runBatch } from './batch.ts'
import { openForWriting } from './connection.ts'
import { packReplies, unpackRequests } from './flat-messages.ts'
import { operations } from './operations.ts'
import { Transaction } from './transaction.ts'

export interface WriterData {
  readonly file: string
  readonly options: StoreOptions
}

/** A batch as flat-messages.ts packs it. */
type Message = unknown[] | 'close'

const port = parentPort!
const { file, options } = workerData as WriterData
const database = openForWriting(file)
const tx = new Transaction(database, options.numberLimits)

let busy = false

port.on('message', async (first: Message) => {
  if (busy) return void late.push(first)
  busy = true
  for (let message: typeof first | undefined = first; message !== undefined; message = next()) {
    if (message === 'close') {
      foldLogIn()
      database.close()
      port.close()
      return
    }
    port.postMessage(packReplies(await runBatch(tx, operations, unpackRequests(message))))
  }
  busy = false
})

/**
 * After a stop the database file alone is whole. PASSIVE, because a command closes beside a running service:
 * TRUNCATE would hold the writers back until the last long read of the service has ended.
 */
function foldLogIn(): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The disk is full or away: the log keeps what is committed until the next start.
  }
}

/** Messages that the event loop delivered while a batch was awaited. */
const late: Message[] = []

function next(): Message | undefined {
  return late.shift() ?? (receiveMessageOnPort(port)?.message as Message | undefined)
}

port.postMessage('ready')
