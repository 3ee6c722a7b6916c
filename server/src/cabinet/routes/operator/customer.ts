import { type LogLine, record as recordAction } from '../../../operations/perform.ts'
import type { CabinetDeps } from '../../deps.ts'
import { asOperator } from '../../operating.ts'
import type { Ask, SignedIn } from '../../route.ts'
import { knownAccount } from './accounts.ts'

export type Asking = Pick<Ask<unknown, unknown>, 'deps' | 'visitor' | 'params'> & { readonly who: SignedIn }

/** The services of an account; null without one: of the whole installation. */
export async function servicesOf(deps: CabinetDeps, account: number | undefined): Promise<number[] | null> {
  if (account === undefined) return null
  const { id } = await knownAccount(deps, String(account))
  return (await deps.store.services(id)).map((service) => service.id)
}

export async function noteOpened(ask: Asking, account: number | undefined): Promise<void> {
  if (account !== undefined) await noteOpening(ask, account, { kind: 'account-opened', facts: { account } })
}

/** Something of a customer was opened. A page asks again and again: one line an hour is enough. */
export async function noteOpening(ask: Asking, id: number | string, line: LogLine): Promise<void> {
  const { deps, who } = ask
  if (deps.openings.isNew(who.person.id, line.kind, id)) await recordAction(asOperator(ask), line)
}
