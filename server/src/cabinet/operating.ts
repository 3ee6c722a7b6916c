import { Type } from 'typebox'
import type { Operating } from '../operations/operate.ts'
import { newOperationId, operationIdPattern } from '../operations/operation-id.ts'
import type { CabinetDeps } from './deps.ts'
import type { SignedIn } from './route.ts'
import type { Visitor } from './visitor.ts'

/** Made by a form when it is opened: a form that is sent again is the same operation. */
export const operationId = Type.String({ pattern: operationIdPattern })

/** A request without an id gets a new one, so it cannot be retried safely. */
export function operationIdOf({ random }: CabinetDeps, body: { readonly operationId?: string }): string {
  return body.operationId ?? newOperationId(random)
}

interface Asked {
  readonly deps: CabinetDeps
  readonly visitor: Visitor
}

/** An operator of the console makes the change. */
export function asOperator({ deps, visitor, who }: Asked & { readonly who: SignedIn }): Operating {
  const { address: ip, userAgent } = visitor
  const { id: personId, email } = who.person
  return {
    ...storeAndTime(deps),
    author: { role: 'operator', personId, email, ip, userAgent, historyAgent: 'operator' },
  }
}

/** A member of an account makes the change. */
export function asMember({ deps, visitor }: Asked): Operating {
  const { address: ip, userAgent } = visitor
  return { ...storeAndTime(deps), author: { role: 'member', ip, userAgent } }
}

const storeAndTime = ({ store, clock }: CabinetDeps) => ({ store, now: () => clock.now() })
