import type { Store } from '../../storage/store.ts'
import { ownServiceIds } from '../ids.ts'
import { phoneLineOf } from '../phone-verifications/line.ts'
import type { Member } from '../route.ts'
import type { OtherAttempts } from '../views/verification.ts'
import { lineOf, maySeeMoney } from './line.ts'

const maxShown = 20

/** The call or the verification whose page asks, and the calls that are a part of it. */
export interface Asking {
  /** null when the phone was erased: then nothing can be found by it. */
  readonly phoneHash: Uint8Array | null
  readonly verificationId: string | null
  readonly vendorIds: readonly number[]
}

/** Other calls and verifications of the member's account to the same phone, newest first. */
export async function otherAttempts(
  store: Store,
  who: Member,
  { phoneHash, verificationId, vendorIds }: Asking,
): Promise<OtherAttempts> {
  if (phoneHash === null) return { calls: [], verifications: [] }
  const serviceIds = await ownServiceIds(store, who, undefined)
  const limit = maxShown + vendorIds.length
  const [calls, verifications] = await Promise.all([
    store.findVerifications({ serviceIds, phoneHash, client: null, unique: null, limit }),
    store.findPhoneVerifications({ serviceIds, phoneHash, client: '', limit: maxShown + 1 }),
  ])
  const isMoneyShown = maySeeMoney(who)
  return {
    calls: calls
      .filter(({ vendorId }) => !vendorIds.includes(vendorId))
      .slice(0, maxShown)
      .map((record) => lineOf(record, isMoneyShown)),
    verifications: verifications
      .filter(({ id }) => id !== verificationId)
      .slice(0, maxShown)
      .map((record) => phoneLineOf(record, isMoneyShown)),
  }
}
