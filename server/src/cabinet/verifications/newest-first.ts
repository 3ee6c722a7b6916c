import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'

/** Both kinds in one list, without the calls that are steps of a verification. */
export async function newestFirst(
  store: Pick<Store, 'stepCalls'>,
  found: { readonly calls: readonly CallRecord[]; readonly verifications: readonly Verification[] },
): Promise<ListItem[]> {
  const steps = new Set(await store.stepCalls(found.calls.map(({ vendorId }) => vendorId)))
  const timeOf = (item: ListItem) => (isVerification(item) ? item.createdAt : item.startedAt)
  return [...found.calls.filter(({ vendorId }) => !steps.has(vendorId)), ...found.verifications].sort(
    (one, other) => timeOf(other) - timeOf(one),
  )
}
