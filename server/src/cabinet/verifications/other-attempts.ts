import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import type { Shown } from '../calls/line.ts'
import type { OtherAttempts } from '../views/verification.ts'
import { listLineOf } from './line.ts'
import { newestFirst } from './newest-first.ts'

const maxShown = 20

/** Other calls and verifications of the account to the same phone, newest first. */
export async function attemptsBeside(store: Store, item: ListItem, shown: Shown): Promise<OtherAttempts> {
  const { accountId, phoneHash } = item
  // Nothing can be found by the phone once it was erased.
  if (phoneHash === null) return { items: [] }
  const serviceIds = (await store.services(accountId)).map(({ id }) => id)
  const sought = { serviceIds, phoneHash, limit: maxShown + 1 }
  const found = await newestFirst(store, {
    calls: await store.findCalls({ ...sought, client: null, unique: null }),
    verifications: await store.findVerifications({ ...sought, client: '' }),
  })
  const isOther = (each: ListItem) =>
    isVerification(each)
      ? !isVerification(item) || each.id !== item.id
      : isVerification(item) || each.vendorId !== item.vendorId
  return {
    items: found
      .filter(isOther)
      .slice(0, maxShown)
      .map((each) => listLineOf(each, shown)),
  }
}
