import { type PhoneVerification, phoneIdPattern } from '../../books/phone-verification.ts'
import type { VerificationRecord } from '../../books/verification.ts'
import type { Store } from '../../storage/store.ts'
import { maskPhone } from '../../verification/phone-privacy.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import { phoneLineOf } from '../phone-verifications/line.ts'
import type { Member } from '../route.ts'
import type { VerificationsFound } from '../views/verification.ts'
import { lineOf, shownTo } from './line.ts'

const maxFound = 100

/** Calls and verifications by id, client, idempotency key or phone: whatever the text may be. A phone leaves here as its hash. */
export async function find(
  { store, numbering, hasher }: CabinetDeps,
  who: Member,
  text: string,
  service: number | undefined,
): Promise<VerificationsFound> {
  const sought = text.trim()
  const phone = numbering.readFreeText(sought)
  const serviceIds = await ownServiceIds(store, who, service)
  const [byId, found, phones] = await Promise.all([
    /^[1-9]\d{0,14}$/.test(sought) ? store.verification(Number(sought)) : undefined,
    store.findVerifications({
      serviceIds,
      phoneHash: phone === undefined ? null : hasher.hash(phone.e164),
      client: sought,
      unique: sought,
      limit: maxFound,
    }),
    findPhones(store, serviceIds, sought, phone === undefined ? null : hasher.hash(phone.e164)),
  ])
  const own = (record: VerificationRecord | undefined) =>
    record !== undefined && serviceIds.includes(record.serviceId) ? [record] : []
  const rest = found.filter(({ vendorId }) => vendorId !== byId?.vendorId)
  const shown = shownTo(who)
  return {
    items: [...own(byId), ...rest].map((record) => lineOf(record, shown)),
    phoneVerifications: phones.map((record) => phoneLineOf(record, shown.isMoneyShown)),
    phoneMask: phone === undefined ? null : maskPhone(phone.e164),
  }
}

async function findPhones(
  store: Store,
  serviceIds: readonly number[],
  sought: string,
  phoneHash: Uint8Array | null,
): Promise<readonly PhoneVerification[]> {
  if (!phoneIdPattern.test(sought)) {
    return store.findPhoneVerifications({ serviceIds, phoneHash, client: sought, limit: maxFound })
  }
  const byId = await store.phoneVerification(sought)
  return byId !== undefined && serviceIds.includes(byId.serviceId) ? [byId] : []
}
