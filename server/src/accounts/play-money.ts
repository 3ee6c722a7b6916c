import type { AccountRecord } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'

/** A hundred roubles: what a demo account begins with. */
export const playMoneyUnits = 1_000_000

/**
 * Makes a demo account real. Its play money is taken back first, because it would pay for real calls afterwards. Held
 * money comes back when its call ends, so no call may be under way.
 */
export async function makeReal(
  store: Store,
  { id, demo, balanceUnits, heldUnits }: AccountRecord,
  at: number,
): Promise<'done' | 'no-demo' | 'calls-under-way'> {
  if (!demo) return 'no-demo'
  if (heldUnits > 0) return 'calls-under-way'
  if (balanceUnits > 0) {
    const note = 'play money taken back'
    await store.charge({ accountId: id, serviceId: 0, amountUnits: balanceUnits, note, caps: [], at })
  }
  const now = await store.account(id)
  if (now === undefined || now.balanceUnits !== 0 || now.heldUnits !== 0) return 'calls-under-way'
  return (await store.endDemoOf({ id, at })) ? 'done' : 'no-demo'
}
