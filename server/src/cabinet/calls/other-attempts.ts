import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import type { Store } from '../../storage/store.ts'
import { verificationLineOf } from '../verifications/line.ts'
import type { OtherAttempts } from '../views/call.ts'
import { lineOf, type Shown } from './line.ts'

const maxShown = 20

/** The call or the verification whose page asks, and the calls that are a part of it. */
interface Asking {
  readonly accountId: number
  /** null when the phone was erased: then nothing can be found by it. */
  readonly phoneHash: Uint8Array | null
  readonly verificationId: string | null
  readonly vendorIds: readonly number[]
}

/** Other calls and verifications of the account to the phone of a call, newest first. */
export async function attemptsBeside(
  store: Store,
  { accountId, phoneHash, vendorId }: CallRecord,
  shown: Shown,
): Promise<OtherAttempts> {
  const verificationId = (await store.verificationOfStep(vendorId)) ?? null
  return otherAttempts(store, { accountId, phoneHash, verificationId, vendorIds: [vendorId] }, shown)
}

/** The same for a verification of `/v2`. */
export function attemptsBesidePhone(
  store: Store,
  { accountId, phoneHash, id, steps }: Verification,
  shown: Shown,
): Promise<OtherAttempts> {
  const vendorIds = steps.map(({ vendorId }) => vendorId).filter((vendorId) => vendorId !== null)
  return otherAttempts(store, { accountId, phoneHash, verificationId: id, vendorIds }, shown)
}

async function otherAttempts(
  store: Store,
  { accountId, phoneHash, verificationId, vendorIds }: Asking,
  shown: Shown,
): Promise<OtherAttempts> {
  if (phoneHash === null) return { calls: [], verifications: [] }
  const serviceIds = (await store.services(accountId)).map(({ id }) => id)
  const limit = maxShown + vendorIds.length
  const [calls, verifications] = await Promise.all([
    store.findCalls({ serviceIds, phoneHash, client: null, unique: null, limit }),
    store.findVerifications({ serviceIds, phoneHash, client: '', limit: maxShown + 1 }),
  ])
  return {
    calls: calls
      .filter(({ vendorId }) => !vendorIds.includes(vendorId))
      .slice(0, maxShown)
      .map((record) => lineOf(record, shown)),
    verifications: verifications
      .filter(({ id }) => id !== verificationId)
      .slice(0, maxShown)
      .map((record) => verificationLineOf(record, shown.isMoneyShown)),
  }
}
