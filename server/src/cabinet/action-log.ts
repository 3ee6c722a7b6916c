import type { Clock } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { Visitor } from './visitor.ts'

/** What somebody did, in the account's action history and in getAccount's `logs`. */
export async function noteAction(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  accountId: number,
  visitor: Visitor,
  action: string,
): Promise<void> {
  if (accountId === 0) return
  await store.recordAction({
    accountId: accountId,
    action: {
      action,
      userAgent: visitor.userAgent,
      ip: visitor.address,
      createdAt: clock.now(),
    },
  })
}
