import { Type } from 'typebox'
import { OperationRefused } from '../storage/operation-refused.ts'
import * as people from '../storage/queries/people.ts'
import { createLink, type OneTimeLink } from '../storage/queries/sessions.ts'
import type { OperatorActionFacts } from './action-facts.ts'
import { operation } from './operation.ts'

type LinkKind = 'person-link' | 'operator-link' | 'invitation-made' | 'demo-link'

export interface LinkHandout<Kind extends LinkKind = LinkKind> {
  readonly kind: Kind
  readonly facts: OperatorActionFacts[Kind]
  /** In these words the accounts of its reader record it. */
  readonly text?: string
  /** Changes of the person at the same time. */
  readonly person?: people.PersonChange
}

export const handOutLink = operation({
  name: 'link.hand-out',
  about: 'Make a one-time link that an operator hands out',
  isIndependent: true,
  input: Type.Unsafe<LinkHandout & { readonly link: OneTimeLink }>({}),
  async run({ sql, log, history }, { link, kind, facts, text, person }) {
    if (person !== undefined) await people.changePerson(sql, person)
    await createLink(sql, link)
    log(kind, facts)
    if (text === undefined) return
    for (const { accountId } of await people.memberships(sql, link.personId)) history(accountId, text)
  },
})

/** A new person has no password yet. */
export const makeOperator = operation({
  name: 'operator.make',
  about: 'Make a new person an operator',
  isIndependent: true,
  input: Type.Object({ email: Type.String() }),
  async run({ sql, at, log }, { email }) {
    const terms = { email, passwordHash: '', name: '', language: '', operator: true, createdAt: at } as const
    const made = await people.createPerson(sql, terms)
    if (made === 'email-taken')
      throw new OperationRefused('email-taken', `${email} was made by somebody else just now: try again`)
    log('operator-made', { email })
    return { id: made.id }
  },
})

/** The person has opened a link for it while signed in, or is no operator any more. */
export const setOperator = operation({
  name: 'operator.set',
  about: 'Make a person an operator, or take it back',
  isIndependent: true,
  input: Type.Object({ person: Type.Number(), operator: Type.Boolean() }),
  async run({ sql, log }, { person, operator }) {
    const { email } = (await people.person(sql, person))!
    await people.changePerson(sql, { id: person, operator })
    log(operator ? 'operator-made' : 'operator-removed', { email })
  },
})
