import type { FullContext } from '../operations/operation.ts'
import type { Member, RequestContext, SignedIn } from './route.ts'

type Asked<User> = Pick<RequestContext, 'deps' | 'visitor'> & { readonly user: User }

/** An operator of the console makes the change. */
export function asOperator({ deps, visitor, user }: Asked<SignedIn>): FullContext {
  const { address: ip, userAgent } = visitor
  const { id: personId, email } = user.person
  return {
    ...deps,
    now: () => deps.clock.now(),
    author: { role: 'operator', personId, email, ip, userAgent, historyAgent: 'operator' },
  }
}

/** A member of an account makes the change, of what belongs to the account. */
export function asMember({ deps, visitor, user }: Asked<Pick<Member, 'account'>>): FullContext {
  const { address: ip, userAgent } = visitor
  return {
    ...deps,
    now: () => deps.clock.now(),
    accountId: user.account.id,
    author: { role: 'member', ip, userAgent },
  }
}
