import { chainRefusal } from '../../books/admit-repeat.ts'
import { freeRepeats } from '../../verification/verifications.ts'
import * as answers from '../answers.ts'
import { type ApiDeps, defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { money } from '../money.ts'
import { uid } from '../parameters.ts'
import { unixSeconds } from '../unix-time.ts'

const callStatus = { checking: -1, failed: 0, completed: 1 } as const

export const getInfo = defineMethod({
  name: 'getInfo',
  summary: 'Details of a verification.',
  parameters: { uid },
  answer: answers.info,
  async run(deps, { values, subscriber: { service } }) {
    const record = await deps.store.verification(values.uid)
    if (record === undefined || record.serviceId !== service.id) return new Failure(10)
    const { operator, region, portedTo } = record
    const isNothingKnown = record.test || (operator === '' && region === '' && portedTo === '')
    return {
      status: true,
      vendor_id: record.vendorId,
      init_time: unixSeconds(record.startedAt),
      call_status: callStatus[record.state],
      ...(await repeatFields(deps, record, service.settings.legacyRepeats)),
      ...(record.unique === null ? {} : { unique: record.unique }),
      client: record.client,
      phone: record.phoneMask,
      code: record.code,
      country_code: record.country,
      phone_info: isNothingKnown ? [] : [{ operator, region, mnp: portedTo }],
      cost: money(record.costUnits),
      balance: money(record.balanceBeforeUnits),
    }
  },
})

type RecordOf = NonNullable<Awaited<ReturnType<ApiDeps['store']['verification']>>>

/** The deprecated fields: filled only if the operator still offers free repeats. */
async function repeatFields(deps: ApiDeps, record: RecordOf, legacyRepeats: boolean) {
  const { store } = deps
  const isRepeated = record.firstVendorId !== null
  if (!legacyRepeats && !isRepeated) return { is_repeated: false, repeatable: false }
  const first = isRepeated ? await store.verification(record.firstVendorId) : record
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

/** Whether initRepeat would start a call now, as far as it depends on the verification. */
async function isRepeatable({ store, clock }: ApiDeps, first: RecordOf, repeats: readonly number[]) {
  const { mode, phoneHash, test, code } = first
  // The record of a step of /v2 has no code.
  if (mode === 'inbound' || phoneHash === null || code === '') return false
  if (!test && (await store.isDoNotCall(phoneHash))) return false
  const last = repeats.length === 0 ? undefined : await store.verification(repeats.at(-1)!)
  const soFar = { count: repeats.length, lastStartedAt: last?.startedAt ?? 0 }
  const { max: maxRepeats, withinMs, gapMs } = freeRepeats
  return chainRefusal(first, soFar, { startedAt: clock.now(), maxRepeats, withinMs, gapMs }) === undefined
}
