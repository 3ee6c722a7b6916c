import { type Verification, verificationIdAt } from '../../books/verification.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { verificationColumns, verificationOf } from './verification-rows.ts'

/** What the cabinet lists: the verifications of an account, or of one of its services. */
export interface VerificationListRequest {
  readonly accountId: number
  readonly serviceId: number | null
  readonly status: string | null
  readonly test: boolean | null
  /** Created at or after / before, Unix ms. */
  readonly from: number | null
  readonly to: number | null
  /** The id before which the page begins; null for the newest. */
  readonly before: string | null
  readonly limit: number
}

export interface VerificationList {
  readonly items: Verification[]
  /** The id before which the next page begins; null at the end. */
  readonly next: string | null
}

/** Rows read for one page of a filtered list. A filter without matches costs this much, and `next` continues. */
const maxRowsRead = 5_000

/** The verifications of an account, newest first. Ids begin with their time, so a time is a place in the list. */
export async function verificationList(
  sql: Sql,
  request: VerificationListRequest,
): Promise<VerificationList> {
  const { accountId, serviceId, from, to, before, limit } = request
  const ends = [before, to === null ? null : verificationIdAt(to)].filter((end) => end !== null)
  const values: SqlValue[] = [accountId]
  const place = (value: SqlValue) => `$${values.push(value)}`
  const range = ['account_id = $1']
  if (serviceId !== null) range.push(`service_id = ${place(serviceId)}`)
  if (ends.length > 0) range.push(`id < ${place(ends.toSorted()[0]!)}`)
  if (from !== null) range.push(`id >= ${place(verificationIdAt(from))}`)
  const isFiltered = request.status !== null || request.test !== null
  const rowsRead = isFiltered ? maxRowsRead : limit + 1
  const rows = await sql.all(
    `SELECT id, status, test FROM verifications WHERE ${range.join(' AND ')}
     ORDER BY id DESC LIMIT ${place(rowsRead)}`,
    ...values,
  )
  const fitting = rows.filter(
    ({ status, test }) =>
      (request.status === null || status === request.status) &&
      (request.test === null || (test === 1) === request.test),
  )
  const page = fitting.slice(0, limit).map(({ id }) => String(id))
  const items = await Promise.all(page.map((id) => byId(sql, id)))
  const next =
    fitting.length > limit
      ? page.at(-1)!
      : isFiltered && rows.length === rowsRead
        ? String(rows.at(-1)!.id)
        : null
  return { items: items.filter((item) => item !== undefined), next }
}

/** By phone or client, newest first. */
export async function findVerifications(
  sql: Sql,
  search: { serviceIds: readonly number[]; phoneHash: Uint8Array | null; client: string; limit: number },
): Promise<Verification[]> {
  const { serviceIds, phoneHash, client, limit } = search
  const [column, value] = phoneHash === null ? ['client', client] : ['phone_hash', phoneHash]
  const found = await Promise.all(
    serviceIds.map((serviceId) =>
      sql.all(
        `SELECT ${verificationColumns} FROM verifications WHERE service_id = $1 AND ${column} = $2
           ${phoneHash === null ? `AND client <> ''` : ''} ORDER BY id DESC LIMIT $3`,
        serviceId,
        value as SqlValue,
        limit,
      ),
    ),
  )
  return found
    .flat()
    .map(verificationOf)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

async function byId(sql: Sql, id: string): Promise<Verification | undefined> {
  const row = await sql.get(`SELECT ${verificationColumns} FROM verifications WHERE id = $1`, id)
  return row === undefined ? undefined : verificationOf(row)
}
