// Reads that take longer than a request may: they run on a thread and a connection of their own.
import { parentPort, workerData } from 'node:worker_threads'
import { audit } from '../queries/audit.ts'
import { deliveryBacklog } from '../queries/delivery-inspection.ts'
import { numberTraces, verificationsOfPhone } from '../queries/verifications.ts'
import { openForReading } from './connection.ts'
import { Reader } from './reader.ts'

const reads = { audit, deliveryBacklog, numberTraces, verificationsOfPhone }
export type HeavyReads = typeof reads

const database = openForReading(workerData as string)
const reader = new Reader(database)

parentPort!.on(
  'message',
  async ({ id, read, input }: { id: number; read: keyof HeavyReads; input: never }) => {
    // One snapshot for all statements of a read.
    database.exec('BEGIN')
    try {
      parentPort!.postMessage({ id, result: await reads[read](reader, input) })
    } catch (error) {
      parentPort!.postMessage({ id, error: (error as Error).message })
    } finally {
      database.exec('COMMIT')
    }
  },
)
