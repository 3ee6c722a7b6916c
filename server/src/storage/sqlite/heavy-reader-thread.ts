// Reads that take longer than a request may, on a thread and a connection of their own.
import { parentPort, workerData } from 'node:worker_threads'
import { type CallFilter, callPage } from '../queries/call-page.ts'
import { type ListFilter, listPage } from '../queries/list-page.ts'
import { type CallSearch, findCalls } from '../queries/search.ts'
import { longReads, pageReads } from '../query-table.ts'
import type { Sql } from '../sql.ts'
import { openForReading } from './connection.ts'
import { Reader } from './reader.ts'
import { flushedIds, serviceRows, uniqueOwners } from './search.ts'

const queries: Readonly<Record<string, (sql: Sql, input: never) => Promise<unknown>>> = {
  ...longReads,
  ...pageReads,
  callPage: (sql, filter: CallFilter) => callPage(sql, filter, serviceRows),
  listPage: (sql, filter: ListFilter) => listPage(sql, filter, serviceRows),
  findCalls: (sql, search: CallSearch) => findCalls(sql, search, { flushedIds, uniqueOwners }),
}

const database = openForReading(workerData as string)
const reader = new Reader(database)

parentPort!.on('message', async ({ id, query, input }: { id: number; query: string; input: never }) => {
  // One snapshot for all statements of a read.
  database.exec('BEGIN')
  try {
    parentPort!.postMessage({ id, result: await queries[query]!(reader, input) })
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message })
  } finally {
    database.exec('COMMIT')
  }
})
