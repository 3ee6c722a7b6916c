// Reads that take longer than a request may: they run on a thread and a connection of their own.
import { parentPort, workerData } from 'node:worker_threads'
import type { VerificationFilter, VerificationSearch } from '../insight-records.ts'
import { audit } from '../queries/audit.ts'
import { deliveryBacklog } from '../queries/delivery-inspection.ts'
import { deliveryPage, troubledReceivers } from '../queries/delivery-page.ts'
import { ledgerPage } from '../queries/ledger-page.ts'
import { doNotCallList } from '../queries/operator-actions.ts'
import { findVerifications } from '../queries/search.ts'
import { ringTimes, statisticsSeries, statisticsTotals } from '../queries/statistics.ts'
import { verificationPage } from '../queries/verification-page.ts'
import { numberTraces, verificationsOfPhone } from '../queries/verifications.ts'
import type { Sql } from '../sql.ts'
import { openForReading } from './connection.ts'
import { filedIds } from './filed-ids.ts'
import { Reader } from './reader.ts'
import { serviceRows } from './service-rows.ts'
import { uniqueOwners } from './unique-owners.ts'

const reads = {
  audit,
  deliveryBacklog,
  doNotCallList,
  numberTraces,
  verificationsOfPhone,
  verificationPage: (sql: Sql, filter: VerificationFilter) => verificationPage(sql, filter, serviceRows),
  findVerifications: (sql: Sql, search: VerificationSearch) =>
    findVerifications(sql, search, { filedIds, uniqueOwners }),
  ledgerPage,
  statisticsSeries,
  statisticsTotals,
  ringTimes,
  deliveryPage,
  troubledReceivers,
}
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
