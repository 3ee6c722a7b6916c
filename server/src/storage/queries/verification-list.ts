import type { State } from '../../books/call.ts'
import { type Verification, verificationIdAt } from '../../books/verification.ts'
import type { FactGroup } from '../../quality/call-facts.ts'
import { networkName } from '../../quality/network-name.ts'
import { every, part, type Sql } from '../sql.ts'
import { type CallFilter, isCountedIn, maxRowsRead, type OptionalFilters, rowsPerRound } from './call-page.ts'
import { callsNumbered } from './calls.ts'
import { verificationsWhere } from './verification-rows.ts'

/** The verifications of an account, or of one of its services. */
export interface VerificationListRequest
  extends Pick<CallFilter, 'state' | 'mode' | 'reason' | 'test' | 'from' | 'to' | 'only' | 'limit'>,
    OptionalFilters<{
      serviceId: number
      /** The id before which the page begins, or from the newest. */
      before: string
    }> {
  /** null: of the whole installation. */
  readonly accountId: number | null
}

export interface VerificationList {
  readonly items: Verification[]
  /** The id before which the next page begins; null at the end. */
  readonly next: string | null
}

/** Newest first. A filter with few matches stops after a bounded number of rows, and `next` continues. */
export async function verificationList(
  sql: Sql,
  request: VerificationListRequest,
): Promise<VerificationList> {
  const { limit, test, state, mode, reason, only } = request
  const isFiltered = [test, state, mode, reason].some((value) => value != null) || isNarrow(only)
  const rowsAtOnce = isFiltered ? rowsPerRound : limit + 1
  const items: Verification[] = []
  let { before } = request
  for (let read = 0; read < maxRowsRead; read += rowsAtOnce) {
    const rows = await newest(sql, { ...request, before }, rowsAtOnce)
    for (const row of await overTrunk(sql, rows.filter(fitsVerification(request)), only)) {
      if (items.length === limit) return { items, next: items.at(-1)!.id }
      items.push(row)
    }
    if (rows.length < rowsAtOnce) return { items, next: null }
    before = rows.at(-1)!.id
  }
  return { items, next: before ?? null }
}

async function newest(
  sql: Sql,
  { accountId, serviceId, from, to, before }: VerificationListRequest,
  limit: number,
): Promise<Verification[]> {
  const range = every(
    accountId !== null && part`account_id = ${accountId}`,
    serviceId != null && part`service_id = ${serviceId}`,
    before != null && part`id < ${before}`,
    to != null && part`id < ${verificationIdAt(to)}`,
    from != null && part`id >= ${verificationIdAt(from)}`,
  )
  return verificationsWhere(sql, part`${range} ORDER BY id DESC LIMIT ${limit}`)
}

const isNarrow = (only: Partial<FactGroup> | undefined) => only !== undefined && Object.keys(only).length > 0

/** Whether a verification matches, as far as its own row tells: not over which trunk it went. */
export function fitsVerification(
  filter: Omit<VerificationListRequest, 'accountId' | 'serviceId' | 'before' | 'limit'>,
) {
  const { state, mode, reason, test, from, to, only = {} } = filter
  return (each: Verification): boolean =>
    (state == null || stateOf(each) === state) &&
    (mode == null || each.steps.some((step) => step.mode === mode)) &&
    (reason == null || each.reason === reason) &&
    (test == null || each.test === test) &&
    (from == null || each.createdAt >= from) &&
    (to == null || each.createdAt < to) &&
    (only.country === undefined || each.country === only.country) &&
    (only.operator === undefined || networkName(each.country, each.operator, each.portedTo) === only.operator)
}

/** In the words of a call. */
function stateOf({ status }: Verification): State {
  if (status === 'pending') return 'checking'
  return status === 'approved' ? 'completed' : 'failed'
}

/** Those with a call over a trunk, or from a block of calling numbers. */
async function overTrunk(sql: Sql, verifications: readonly Verification[], only: Partial<FactGroup> = {}) {
  if (only.trunk === undefined && only.block === undefined) return verifications
  const counted = new Set<number>()
  const ids = verifications.flatMap(({ steps }) => steps.flatMap(({ vendorId }) => vendorId ?? []))
  for (const call of await callsNumbered(sql, ids)) if (isCountedIn(call, only)) counted.add(call.vendorId)
  return verifications.filter(({ steps }) =>
    steps.some(({ vendorId }) => vendorId !== null && counted.has(vendorId)),
  )
}

/** By phone or client, newest first. */
export async function findVerifications(
  sql: Sql,
  search: { serviceIds: readonly number[]; phoneHash: Uint8Array | null; client: string; limit: number },
): Promise<Verification[]> {
  const { serviceIds, phoneHash, client, limit } = search
  const asked =
    phoneHash === null ? part`client = ${client} AND client <> ''` : part`phone_hash = ${phoneHash}`
  const found = await Promise.all(
    serviceIds.map((serviceId) =>
      verificationsWhere(sql, part`service_id = ${serviceId} AND ${asked} ORDER BY id DESC LIMIT ${limit}`),
    ),
  )
  return found
    .flat()
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}
