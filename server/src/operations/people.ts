import { Type } from 'typebox'
import { OperationRefused } from '../storage/operation-refused.ts'
import * as people from '../storage/queries/people.ts'
import { createLink, type OneTimeLink } from '../storage/queries/sessions.ts'
import { operation } from './operation.ts'
import type { Both } from './wording.ts'

/** What a link that an operator hands out is for. */
export type LinkFacts =
  | { readonly purpose: 'new-password'; readonly person: number; readonly withoutSecondFactor: boolean }
  | { readonly purpose: 'new-email'; readonly person: number }
  | { readonly purpose: 'become-operator'; readonly email: string }
  | { readonly purpose: 'sign-up' | 'demo' }

export interface LinkHandout {
  readonly facts: LinkFacts
  /** Changes of the person at the same time. */
  readonly person?: people.PersonChange
}

export const handOutLink = operation({
  name: 'link.hand-out',
  about: 'Make a one-time link that an operator hands out',
  log: linkSentence,
  isIndependent: true,
  input: Type.Unsafe<LinkHandout & { readonly link: OneTimeLink }>({}),
  async run({ sql, log, history }, { link, facts, person }) {
    if (person !== undefined) await people.changePerson(sql, person)
    await createLink(sql, link)
    log(facts)
    // Anybody may have a link into the demo.
    const concerned = facts.purpose === 'demo' ? [] : await people.memberships(sql, link.personId)
    for (const { accountId } of concerned) history(accountId, facts)
  },
})

function linkSentence(facts: LinkFacts): Both {
  switch (facts.purpose) {
    case 'new-password': {
      const { person, withoutSecondFactor: isAlone } = facts
      return [
        `link for a new password made for person ${person}${isAlone ? ', second factor removed' : ''}`,
        `создана ссылка для смены пароля пользователя ${person}${isAlone ? ', второй фактор снят' : ''}`,
      ]
    }
    case 'new-email':
      return [
        `link for a new e-mail made for person ${facts.person}`,
        `создана ссылка для смены почты пользователя ${facts.person}`,
      ]
    case 'become-operator':
      return [
        `link made for ${facts.email} to become an operator`,
        `создана ссылка, по которой ${facts.email} станет администратором`,
      ]
    case 'sign-up':
      return ['invitation made', 'создано приглашение']
    case 'demo':
      return ['link into the demo made', 'создана ссылка для входа в демо']
  }
}

const madeOperator = (email: string): Both => [`${email} became an operator`, `${email} теперь администратор`]

/** A new person has no password yet. */
export const makeOperator = operation({
  name: 'operator.make',
  about: 'Make a new person an operator',
  log: ({ email }: { email: string }) => madeOperator(email),
  isIndependent: true,
  input: Type.Object({ email: Type.String() }),
  async run({ sql, at, log }, { email }) {
    const terms = { email, passwordHash: '', name: '', language: '', operator: true, createdAt: at } as const
    const made = await people.createPerson(sql, terms)
    if (made === 'email-taken')
      throw new OperationRefused('email-taken', `${email} was made by somebody else just now: try again`)
    log({ email })
    return { id: made.id }
  },
})

/** The person has opened a link for it while signed in, or is no operator any more. */
export const setOperator = operation({
  name: 'operator.set',
  about: 'Make a person an operator, or take it back',
  log: ({ email, operator }: { email: string; operator: boolean }) =>
    operator
      ? madeOperator(email)
      : [`${email} is no longer an operator`, `${email} больше не администратор`],
  isIndependent: true,
  input: Type.Object({ person: Type.Number(), operator: Type.Boolean() }),
  async run({ sql, log }, { person, operator }) {
    const { email } = (await people.person(sql, person))!
    await people.changePerson(sql, { id: person, operator })
    log({ email, operator })
  },
})
