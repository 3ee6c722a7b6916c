import type { CabinetParts } from '../parts.ts'
import { Problem } from '../problem.ts'
import type { SignedIn } from '../route.ts'
import type { Visitor } from '../visitor.ts'

interface Deed {
  readonly parts: CabinetParts
  readonly who: SignedIn
  readonly visitor: Visitor
}

/** What an operator did, for the other operators. Never a phone number but as a mask. */
export async function noteOperator({ parts, who, visitor }: Deed, action: string): Promise<void> {
  await parts.store.recordOperatorAction(actionOf({ parts, who, visitor }, action, null))
}

/**
 * Notes what is about to be done, once for each form: whoever clicks twice is refused the second time. Noted first,
 * so that a crash in between leaves a note without a deed and never a deed that can be done again.
 */
export async function noteOnce(deed: Deed, action: string, formToken: string): Promise<void> {
  if (await deed.parts.store.recordOperatorAction(actionOf(deed, action, formToken))) return
  throw new Problem(409, 'sent-before', 'this form was sent before: look whether it was done')
}

/**
 * In the history of the account itself: what happened to it, not who of the operators did it. Every role reads it:
 * amounts and the names of tariffs stand on the page for money alone.
 */
export async function noteToAccount(
  { store, clock }: CabinetParts,
  accountId: number,
  action: string,
): Promise<void> {
  await store.recordAction(accountId, { action, userAgent: 'operator', ip: '', createdAt: clock.now() })
}

function actionOf({ parts, who, visitor }: Deed, action: string, formToken: string | null) {
  return {
    personId: who.person.id,
    email: who.person.email,
    action,
    ip: visitor.address,
    userAgent: visitor.userAgent,
    formToken,
    createdAt: parts.clock.now(),
  }
}
