import type { FullContext } from '../operations/operation.ts'
import type { Ask, Member, SignedIn } from './route.ts'

type Asked<Who> = Pick<Ask, 'deps' | 'visitor'> & { readonly who: Who }

/** An operator of the console makes the change. */
export function asOperator({ deps, visitor, who }: Asked<SignedIn>): FullContext {
  const { address: ip, userAgent } = visitor
  const { id: personId, email } = who.person
  return {
    ...deps,
    now: () => deps.clock.now(),
    author: { role: 'operator', personId, email, ip, userAgent, historyAgent: 'operator' },
  }
}

/** A member of an account makes the change, of what belongs to the account. */
export function asMember({ deps, visitor, who }: Asked<Pick<Member, 'account'>>): FullContext {
  const { address: ip, userAgent } = visitor
  return {
    ...deps,
    now: () => deps.clock.now(),
    accountId: who.account.id,
    author: { role: 'member', ip, userAgent },
  }
}
