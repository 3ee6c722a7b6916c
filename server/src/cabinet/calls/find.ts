import type { CallRecord } from '../../books/call.ts'
import { type Verification, verificationIdPattern } from '../../books/verification.ts'
import { maskPhone } from '../../calls/phone-privacy.ts'
import type { Store } from '../../storage/store.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import type { Member } from '../route.ts'
import { verificationLineOf } from '../verifications/line.ts'
import type { CallsFound } from '../views/call.ts'
import { lineOf, shownTo } from './line.ts'

const maxFound = 100

/** Calls and calls by id, client, idempotency key or phone: whatever the text may be. A phone leaves here as its hash. */
export async function find(
  { store, numbering, hasher }: CabinetDeps,
  who: Member,
  text: string,
  service: number | undefined,
): Promise<CallsFound> {
  const sought = text.trim()
  const phone = numbering.readFreeText(sought)
  const serviceIds = await ownServiceIds(store, who, service)
  const [byId, found, phones] = await Promise.all([
    /^[1-9]\d{0,14}$/.test(sought) ? store.call(Number(sought)) : undefined,
    store.findCalls({
      serviceIds,
      phoneHash: phone === undefined ? null : hasher.hash(phone.e164),
      client: sought,
      unique: sought,
      limit: maxFound,
    }),
    findPhones(store, serviceIds, sought, phone === undefined ? null : hasher.hash(phone.e164)),
  ])
  const own = (record: CallRecord | undefined) =>
    record !== undefined && serviceIds.includes(record.serviceId) ? [record] : []
  const rest = found.filter(({ vendorId }) => vendorId !== byId?.vendorId)
  const shown = shownTo(who)
  return {
    items: [...own(byId), ...rest].map((record) => lineOf(record, shown)),
    verifications: phones.map((record) => verificationLineOf(record, shown.isMoneyShown)),
    phoneMask: phone === undefined ? null : maskPhone(phone.e164),
  }
}

async function findPhones(
  store: Store,
  serviceIds: readonly number[],
  sought: string,
  phoneHash: Uint8Array | null,
): Promise<readonly Verification[]> {
  if (!verificationIdPattern.test(sought)) {
    return store.findVerifications({ serviceIds, phoneHash, client: sought, limit: maxFound })
  }
  const byId = await store.verification(sought)
  return byId !== undefined && serviceIds.includes(byId.serviceId) ? [byId] : []
}
