import { type Static, Type } from 'typebox'
import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import { maskPhone } from '../../calls/phone-privacy.ts'
import { fitsCall } from '../../storage/queries/call-page.ts'
import { isVerification, type ListFilter, type ListItem } from '../../storage/queries/list-page.ts'
import { fitsVerification } from '../../storage/queries/verification-list.ts'
import type { Store } from '../../storage/store.ts'
import type { Shown } from '../calls/line.ts'
import type { CabinetDeps } from '../deps.ts'
import { Problem } from '../problem.ts'
import { beginExport, type Exporting, fileOf } from '../send-file.ts'
import { anyItem } from './detail.ts'
import { csvOfItems, expectedRows, maxExportRows } from './export.ts'
import { placeOf, placeText, type WithoutPage } from './filter.ts'
import { listLinesOf } from './line.ts'

const linesPerPage = 50

export const pageQuery = {
  before: Type.Optional(Type.String({ pattern: '^\\d{1,16}-(vf_[0-9a-f]{32})?$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}
const pageSchema = Type.Object(pageQuery)

/** A number in an address would stay in logs and histories: what is sought comes in a body. */
export const searchText = Type.String({ minLength: 1, maxLength: 200 })

/**
 * Verifications of `/v2` and calls of `/v1.0` that a filter shows, newest first. A filter that matches little may answer with
 * few lines and go on.
 */
export async function pageOf(
  { store }: CabinetDeps,
  filter: WithoutPage,
  { before, limit = linesPerPage }: Static<typeof pageSchema>,
  shown: Shown,
) {
  const { items, next } = await store.listPage({ ...filter, before: placeOf(before), limit })
  return { items: await listLinesOf(store, items, shown), next: placeText(next) }
}

export async function foundOf(deps: CabinetDeps, filter: WithoutPage, q: string, shown: Shown) {
  const { items, phoneMask } = await find(deps, filter, q)
  // The mask when the text was read as a phone number: then it belongs into no address and no history.
  return { items: await listLinesOf(deps.store, items, shown), phoneMask }
}

/** The same as a file. */
export async function csvOf(context: Exporting, filter: WithoutPage, q: string | undefined, shown: Shown) {
  const { deps, reply } = context
  beginExport(context)
  const found = q === undefined ? undefined : (await find(deps, filter, q)).items
  reply.headers({
    'X-Ringkey-Rows-Expected': found?.length ?? (await expectedRows(deps.store, filter, deps.clock.now())),
    'X-Ringkey-Rows-Most': maxExportRows,
  })
  return fileOf(reply, 'verifications.csv', csvOfItems(deps.store, filter, found, shown))
}

const maxFound = 100

/** The items whose id, client, idempotency key or phone is the text, among those that a filter shows; newest first. */
async function find(
  deps: Pick<CabinetDeps, 'store' | 'numbering' | 'hasher'>,
  filter: Omit<ListFilter, 'before' | 'limit'>,
  text: string,
): Promise<{ readonly items: readonly ListItem[]; readonly phoneMask: string | null }> {
  const { store, numbering, hasher } = deps
  // Of the whole installation ids are found alone: the other keys are kept by service.
  const serviceIds = filter.serviceIds ?? []
  const sought = text.trim()
  const phone = numbering.readFreeText(sought)
  // A phone leaves here as its hash.
  const phoneHash = phone === undefined ? null : hasher.hash(phone.e164)
  const by = { serviceIds, phoneHash, client: sought, limit: maxFound }
  const [byId, calls, verifications] = await Promise.all([
    itemOf(deps, sought),
    store.findCalls({ ...by, unique: sought }),
    store.findVerifications(by),
  ])
  const isCall = byId !== undefined && !isVerification(byId)
  const items = await newestFirst(store, {
    calls: [
      ...(isCall ? [byId] : []),
      ...calls.filter(({ vendorId }) => !isCall || vendorId !== byId.vendorId),
    ],
    verifications: [...(byId === undefined || isCall ? [] : [byId]), ...verifications],
  })
  const [callFits, verificationFits] = [fitsCall(filter), fitsVerification(filter)]
  return {
    items: items.filter(
      (item) =>
        (filter.serviceIds?.includes(item.serviceId) ?? true) &&
        (isVerification(item) ? verificationFits(item) : callFits(item)),
    ),
    phoneMask: phone === undefined ? null : maskPhone(phone.e164),
  }
}

/** What has this id, of whichever account; undefined when it is none. */
async function itemOf(deps: Pick<CabinetDeps, 'store'>, id: string): Promise<ListItem | undefined> {
  try {
    return await anyItem(deps, id)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Both kinds in one list, without the calls that are steps of a verification. */
async function newestFirst(
  store: Pick<Store, 'stepCalls'>,
  found: { readonly calls: readonly CallRecord[]; readonly verifications: readonly Verification[] },
): Promise<ListItem[]> {
  const steps = new Set(await store.stepCalls(found.calls.map(({ vendorId }) => vendorId)))
  const timeOf = (item: ListItem) => (isVerification(item) ? item.createdAt : item.startedAt)
  return [...found.calls.filter(({ vendorId }) => !steps.has(vendorId)), ...found.verifications].sort(
    (one, other) => timeOf(other) - timeOf(one),
  )
}

const maxAttempts = 20

/** Other calls and verifications of the account to the same phone, newest first. */
export async function attemptsBeside(store: Store, item: ListItem, shown: Shown) {
  const { accountId, phoneHash } = item
  // Nothing can be found by the phone once it was erased.
  if (phoneHash === null) return { items: [] }
  const serviceIds = (await store.services(accountId)).map(({ id }) => id)
  const sought = { serviceIds, phoneHash, limit: maxAttempts + 1 }
  const found = await newestFirst(store, {
    calls: await store.findCalls({ ...sought, client: null, unique: null }),
    verifications: await store.findVerifications({ ...sought, client: '' }),
  })
  const isOther = (each: ListItem) =>
    isVerification(each)
      ? !isVerification(item) || each.id !== item.id
      : isVerification(item) || each.vendorId !== item.vendorId
  return { items: await listLinesOf(store, found.filter(isOther).slice(0, maxAttempts), shown) }
}
