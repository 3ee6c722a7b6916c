import type { HandsetUse } from '../telephony/handset/handset.ts'
import type { CabinetDeps } from './deps.ts'
import { permissionsOf } from './permissions.ts'
import { notFound } from './problem.ts'
import type { SignedIn } from './route.ts'

/**
 * The demo phone shows whole numbers and codes. Members of demo accounts who may place calls see those of their own
 * accounts, operators see all. For everybody else, and without the demo, there is no phone.
 */
export async function handsetFor(deps: CabinetDeps, { person }: SignedIn): Promise<HandsetUse> {
  const handset = deps.line?.phone?.handset
  if (handset === undefined) throw notFound()
  if (person.operator) return handset
  const memberships = (await deps.store.memberships(person.id)).filter(({ role }) =>
    permissionsOf(role).includes('change-services'),
  )
  const accounts = await Promise.all(memberships.map(({ accountId }) => deps.store.account(accountId)))
  const own = accounts.flatMap((account) => (account?.demo ? [account.id] : []))
  if (own.length === 0) throw notFound()
  return handset.of(own)
}
