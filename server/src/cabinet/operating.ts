import type { Equipped } from '../operations/operation.ts'
import type { CabinetDeps } from './deps.ts'
import type { Member, SignedIn } from './route.ts'
import type { Visitor } from './visitor.ts'

interface Asked {
  readonly deps: CabinetDeps
  readonly visitor: Visitor
}

/** An operator of the console makes the change. */
export function asOperator({ deps, visitor, who }: Asked & { readonly who: SignedIn }): Equipped {
  const { address: ip, userAgent } = visitor
  const { id: personId, email } = who.person
  return {
    ...deps,
    now: () => deps.clock.now(),
    author: { role: 'operator', personId, email, ip, userAgent, historyAgent: 'operator' },
  }
}

/** A member of an account makes the change, of what belongs to the account. */
export function asMember({
  deps,
  visitor,
  who,
}: Asked & { readonly who: Pick<Member, 'account'> }): Equipped {
  const { address: ip, userAgent } = visitor
  return {
    ...deps,
    now: () => deps.clock.now(),
    accountId: who.account.id,
    author: { role: 'member', ip, userAgent },
  }
}
