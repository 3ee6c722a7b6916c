import type { CallRecord } from '../../books/call.ts'
import { type Verification, verificationIdAt, verificationTimeOf } from '../../books/verification.ts'
import type { Sql } from '../sql.ts'
import { type CallFilter, callPage, type ServiceRows, startOfCalls } from './call-page.ts'
import { mergedPage, type Stretch } from './merged-page.ts'
import { verificationList } from './verification-list.ts'

/** A verification of `/v2`, or a call of `/v1.0`. Calls of a verification are its steps and no items of their own. */
export type ListItem = CallRecord | Verification

export const isVerification = (item: ListItem): item is Verification => 'id' in item

/** Of the cabinet: the caller has checked who owns the services. */
export interface ListFilter extends Omit<CallFilter, 'before' | 'downTo' | 'withoutSteps'> {
  /** Whose verifications; null: of the whole installation. */
  readonly accountId: number | null
  readonly before?: ListPlace | null
}

/** Where a list continues: with calls and verifications below these ids. 0 and "" stand for the end of either. */
export interface ListPlace {
  readonly call: number
  readonly verification: string
}

export interface ListPage {
  readonly items: ListItem[]
  readonly next: ListPlace | null
}

/** What was read of calls or of verifications, each with the time that it is sorted by. */
interface TimedStretch<Item extends ListItem, Id>
  extends Stretch<{ readonly item: Item; readonly at: number }> {
  /** Where it goes on after so many of its items. */
  readonly after: (taken: number) => Id
}

/** Calls and verifications together, newest first. It reads a bounded number of rows; `next` continues. */
export async function listPage(sql: Sql, filter: ListFilter, serviceRows: ServiceRows): Promise<ListPage> {
  const verifications = await readVerifications(sql, filter)
  // Older calls are not on this page: a customer of `/v2` has none but steps, all of which would be read in vain.
  const calls = await readCalls(sql, filter, serviceRows, verifications.from)
  const both: readonly Stretch<{ readonly item: ListItem; readonly at: number }>[] = [calls, verifications]
  const taken = mergedPage(both, ({ at }) => at, filter.limit).items.map(({ item }) => item)
  const takenVerifications = taken.filter(isVerification).length
  const next = {
    call: calls.after(taken.length - takenVerifications),
    verification: verifications.after(takenVerifications),
  }
  return { items: taken, next: next.call === 0 && next.verification === '' ? null : next }
}

async function readCalls(
  sql: Sql,
  filter: ListFilter,
  serviceRows: ServiceRows,
  downTo: number,
): Promise<TimedStretch<CallRecord, number>> {
  const before = filter.before?.call ?? null
  const wanted = { ...filter, before, downTo, withoutSteps: true }
  const { items, next } = await callPage(sql, wanted, serviceRows)
  // Ids and times may differ in their order by a moment. The list keeps the order of the ids.
  let at = Number.POSITIVE_INFINITY
  const timed = items.map((item) => {
    at = Math.min(at, item.startedAt)
    return { item, at }
  })
  return {
    items: timed,
    from: next === null ? 0 : Math.min(at, await startOfCalls(sql, next)),
    after: (taken) => {
      if (taken === items.length) return next ?? 0
      return taken === 0 ? items[0]!.vendorId + 1 : items[taken - 1]!.vendorId
    },
  }
}

async function readVerifications(sql: Sql, filter: ListFilter): Promise<TimedStretch<Verification, string>> {
  const { serviceIds } = filter
  const before = filter.before?.verification ?? null
  const serviceId = serviceIds?.length === 1 ? serviceIds[0]! : null
  const { items, next } = await verificationList(sql, { ...filter, serviceId, before })
  return {
    items: items.map((item) => ({ item, at: item.createdAt })),
    from: next === null ? 0 : verificationTimeOf(next),
    after: (taken) => {
      if (taken === items.length) return next ?? ''
      return taken === 0 ? verificationIdAt(items[0]!.createdAt + 1) : items[taken - 1]!.id
    },
  }
}
