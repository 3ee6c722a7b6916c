import type { AccessLog } from '../operations/access-log.ts'
import type { EventFacts, EventKind } from '../operations/events.ts'
import type { Clock } from '../platform/clock.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import type { SessionRecord } from '../storage/queries/sessions.ts'
import type { Store } from '../storage/store.ts'
import type { Visitor } from './visitor.ts'

interface Noting {
  readonly store: Store
  readonly clock: Clock
}

/** What somebody did, in the account's action history and in getAccount's `logs`. */
export async function noteAction<Kind extends EventKind>(
  { store, clock }: Noting,
  accountId: number,
  visitor: Visitor,
  action: Kind,
  facts: EventFacts[Kind],
): Promise<void> {
  if (accountId === 0) return
  const { userAgent, address: ip } = visitor
  await store.recordAction({ accountId, action: { action, facts, userAgent, ip, createdAt: clock.now() } })
}

/** Once the person is in: `by` is what was right last. */
export async function noteSignIn(
  noting: Noting & { readonly accessLog: AccessLog },
  session: SessionRecord,
  person: PersonRecord,
  by: EventFacts['signed-in']['by'],
  visitor: Visitor,
): Promise<void> {
  await noting.store.changePerson({ id: session.personId, lastSignInAt: noting.clock.now() })
  await noting.accessLog.done('signed-in', { by }, logSubjectOf({ session, person }), visitor)
}

/** For the operators' log: the person, and the account that the session looks at. */
export const logSubjectOf = (user: { readonly session: SessionRecord; readonly person: PersonRecord }) => ({
  personId: user.person.id,
  email: user.person.email,
  accountId: user.session.accountId,
})
