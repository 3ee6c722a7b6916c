import type { CabinetParts } from '../parts.ts'
import { Problem } from '../problem.ts'
import type { SignedIn } from '../route.ts'
import type { OperatorActionFacts, OperatorActionKind } from '../views/operator/actions.ts'
import type { Visitor } from '../visitor.ts'

interface Deed {
  readonly parts: CabinetParts
  readonly who: SignedIn
  readonly visitor: Visitor
}

/** What an operator did, for the other operators. Never a phone number but as a mask. */
export async function noteOperator<Kind extends OperatorActionKind>(
  deed: Deed,
  kind: Kind,
  facts: OperatorActionFacts[Kind],
): Promise<void> {
  await deed.parts.store.recordOperatorAction({ ...actionOf(deed, kind, facts), formToken: null })
}

/**
 * Notes what is about to be done, once for each form: whoever clicks twice is refused the second time. Noted first,
 * so that a crash in between leaves a note without a deed and never a deed that can be done again.
 */
export async function noteOnce<Kind extends OperatorActionKind>(
  deed: Deed,
  formToken: string,
  kind: Kind,
  facts: OperatorActionFacts[Kind],
): Promise<void> {
  if (await deed.parts.store.recordOperatorAction({ ...actionOf(deed, kind, facts), formToken })) return
  throw new Problem(409, 'sent-before', 'this form was sent before: look whether it was done')
}

/**
 * In the history of the account itself: what happened to it, not who of the operators did it. Every role reads it:
 * amounts and the names of tariffs do not stand there.
 */
export async function noteToAccount(
  { store, clock }: CabinetParts,
  accountId: number,
  action: string,
): Promise<void> {
  await store.recordAction({
    accountId: accountId,
    action: { action, userAgent: 'operator', ip: '', createdAt: clock.now() },
  })
}

function actionOf<Kind extends OperatorActionKind>(
  { parts, who, visitor }: Deed,
  kind: Kind,
  facts: OperatorActionFacts[Kind],
) {
  return {
    personId: who.person.id,
    email: who.person.email,
    action: kind,
    facts,
    ip: visitor.address,
    userAgent: visitor.userAgent,
    createdAt: parts.clock.now(),
  }
}
