import type { VerificationRecord } from '../../books/verification.ts'
import { maskPhone } from '../../verification/phone-privacy.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import type { Member } from '../route.ts'
import type { VerificationsFound } from '../views/verification.ts'
import { lineOf, maySeeMoney } from './line.ts'

const maxFound = 100

/** By vendor id, client, idempotency key or phone: whatever the text may be. A phone leaves here as its hash. */
export async function find(
  { store, numbering, hasher }: CabinetDeps,
  who: Member,
  text: string,
  service: number | undefined,
): Promise<VerificationsFound> {
  const sought = text.trim()
  const phone = numbering.readFreeText(sought)
  const serviceIds = await ownServiceIds(store, who, service)
  const [byId, found] = await Promise.all([
    /^[1-9]\d{0,14}$/.test(sought) ? store.verification(Number(sought)) : undefined,
    store.findVerifications({
      serviceIds,
      phoneHash: phone === undefined ? null : hasher.hash(phone.e164),
      client: sought,
      unique: sought,
      limit: maxFound,
    }),
  ])
  const own = (record: VerificationRecord | undefined) =>
    record !== undefined && serviceIds.includes(record.serviceId) ? [record] : []
  const rest = found.filter(({ vendorId }) => vendorId !== byId?.vendorId)
  return {
    items: [...own(byId), ...rest].map((record) => lineOf(record, maySeeMoney(who))),
    phoneMask: phone === undefined ? null : maskPhone(phone.e164),
  }
}
