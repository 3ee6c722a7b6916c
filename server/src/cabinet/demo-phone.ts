import type { Handset } from '../telephony/handset/handset.ts'
import type { CabinetParts } from './parts.ts'
import { notFound } from './problem.ts'
import type { SignedIn } from './route.ts'

/**
 * The demo phone shows whole numbers and codes of the demo account: those who belong to it may use the phone, and
 * operators. For everybody else, and without demo mode, there is none.
 */
export async function handsetFor(parts: CabinetParts, { person }: SignedIn): Promise<Handset> {
  const handset = parts.line?.phone?.handset
  if (handset === undefined) throw notFound()
  if (person.operator) return handset
  const memberships = await parts.store.memberships(person.id)
  const accounts = await Promise.all(memberships.map(({ accountId }) => parts.store.account(accountId)))
  if (!accounts.some((account) => account?.demo)) throw notFound()
  return handset
}
