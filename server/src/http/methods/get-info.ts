import { roubles } from '../../books/money.ts'
import { freeRepeats } from '../../verification/verifications.ts'
import * as answers from '../answers.ts'
import { type ApiParts, defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { uid } from '../parameters.ts'
import { unixSeconds } from '../unix-time.ts'

const callStatus = { checking: -1, failed: 0, completed: 1 } as const

export const getInfo = defineMethod({
  name: 'getInfo',
  summary: 'Details of a verification.',
  parameters: { uid },
  answer: answers.info,
  async run(parts, { values, subscriber: { service } }) {
    const record = await parts.store.verification(values.uid)
    if (record === undefined || record.serviceId !== service.id) return new Failure(10)
    const { operator, region, portedTo } = record
    return {
      status: true,
      vendor_id: record.vendorId,
      init_time: unixSeconds(record.startedAt),
      call_status: callStatus[record.state],
      ...(await repeatFields(parts, record, service.settings.legacyRepeats)),
      ...(record.unique === null ? {} : { unique: record.unique }),
      client: record.client,
      phone: record.phoneMask,
      code: record.code,
      country_code: record.country,
      phone_info:
        operator === '' && region === '' && portedTo === '' ? [] : [{ operator, region, mnp: portedTo }],
      cost: roubles(record.costUnits),
      balance: roubles(record.balanceBeforeUnits),
    }
  },
})

type RecordOf = NonNullable<Awaited<ReturnType<ApiParts['store']['verification']>>>

/** The deprecated fields: filled only where the operator still offers free repeats. */
async function repeatFields({ store, clock }: ApiParts, record: RecordOf, legacyRepeats: boolean) {
  const isRepeated = record.firstVendorId !== null
  if (!legacyRepeats && !isRepeated) return { is_repeated: false, repeatable: false }
  const first = isRepeated ? await store.verification(record.firstVendorId) : record
  const repeats = first === undefined ? [] : await store.repeatsOf(first.vendorId)
  const left = freeRepeats.max - repeats.length
  const inTime = first !== undefined && clock.now() - first.startedAt <= freeRepeats.withinMs
  const repeatable =
    legacyRepeats && record.mode !== 'inbound' && first?.state === 'failed' && inTime && left > 0
  return {
    is_repeated: isRepeated,
    ...(isRepeated ? { first_vendor_id: record.firstVendorId } : {}),
    repeatable,
    ...(repeatable ? { repeat_times: left } : {}),
    ...(repeats.length > 0 && !isRepeated ? { repeated_vendor_ids: repeats } : {}),
  }
}
