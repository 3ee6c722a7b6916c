import { chainRefusal } from '../books/admit-repeat.ts'
import type { CallRecord } from '../books/call.ts'
import { freeRepeats } from '../calls/calls.ts'
import type { ApiDeps } from './context.ts'
import { money } from './money.ts'

type InfoDeps = Pick<ApiDeps, 'store' | 'clock'>

const callStatus = { checking: -1, failed: 0, completed: 1 } as const

/** A call as `getInfo` and the event `call.ended` report it; `getInfo` adds the code and the balance. */
export async function callInfo(deps: InfoDeps, record: CallRecord, legacyRepeats: boolean) {
  const { operator, region, portedTo } = record
  // Of Russian numbers alone, as ever: abroad there is no registry.
  const isRussian = record.country === 'RU' && !record.test
  const isNothingKnown = !isRussian || (operator === '' && region === '' && portedTo === '')
  return {
    vendor_id: record.vendorId,
    init_time: unixSeconds(record.startedAt),
    call_status: callStatus[record.state],
    ...(await repeatFields(deps, record, legacyRepeats)),
    ...(record.unique === null ? {} : { unique: record.unique }),
    client: record.client,
    phone: record.phoneMask,
    country_code: record.country,
    phone_info: isNothingKnown ? [] : [{ operator, region, mnp: portedTo }],
    cost: money(record.costUnits),
  }
}

/** The `data` of `call.ended` as JSON; undefined once the number was erased. */
export async function callEndedData(deps: InfoDeps, vendorId: number): Promise<string | undefined> {
  const record = await deps.store.call(vendorId)
  if (record === undefined || record.phoneHash === null) return undefined
  const service = await deps.store.service(record.serviceId)
  return JSON.stringify(await callInfo(deps, record, service?.settings.legacyRepeats ?? false))
}

/** The deprecated fields: filled only if the operator still offers free repeats. */
async function repeatFields(deps: InfoDeps, record: CallRecord, legacyRepeats: boolean) {
  const { store } = deps
  const isRepeated = record.firstVendorId !== null
  if (!legacyRepeats && !isRepeated) return { is_repeated: false, repeatable: false }
  const first = isRepeated ? await store.call(record.firstVendorId) : record
  const repeats = first === undefined ? [] : await store.repeatsOf(first.vendorId)
  const repeatable = legacyRepeats && first !== undefined && (await isRepeatable(deps, first, repeats))
  return {
    is_repeated: isRepeated,
    ...(isRepeated ? { first_vendor_id: record.firstVendorId } : {}),
    repeatable,
    ...(repeatable ? { repeat_times: freeRepeats.max - repeats.length } : {}),
    ...(repeats.length > 0 && !isRepeated ? { repeated_vendor_ids: repeats } : {}),
  }
}

/** Whether initRepeat would start a call now, as far as it depends on the call. */
async function isRepeatable({ store, clock }: InfoDeps, first: CallRecord, repeats: readonly number[]) {
  const { mode, phoneHash, test, code } = first
  // The record of a step of /v2 has no code.
  if (mode === 'inbound' || phoneHash === null || code === '') return false
  if (!test && (await store.isDoNotCall(phoneHash))) return false
  const last = repeats.length === 0 ? undefined : await store.call(repeats.at(-1)!)
  const soFar = { count: repeats.length, lastStartedAt: last?.startedAt ?? 0 }
  const { max: maxRepeats, withinMs, gapMs } = freeRepeats
  return chainRefusal(first, soFar, { startedAt: clock.now(), maxRepeats, withinMs, gapMs }) === undefined
}

/** Times in the API are whole Unix seconds. */
export function unixSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000)
}
