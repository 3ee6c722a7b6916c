import type { PersonChange, PersonRecord } from '../storage/people-records.ts'
import type { Store } from '../storage/store.ts'
import { type HistoryLine, type LogLine, type Operating, operate } from './operate.ts'
import { OperationRefused } from './operation-refused.ts'

/** Where `makeLink` stores a link that an operator hands out: together with its lines in the logs. */
type LinkStore = Pick<Store, 'createLink'>

/** For links to a new password. The second factor is removed for people who lost phone and recovery codes. */
export function passwordLinks(
  operating: Operating,
  { id, withoutSecondFactor }: { readonly id: number; readonly withoutSecondFactor: boolean },
): LinkStore {
  const none = { id, telegramId: 0, confirmsByTelegram: false, sealedTotp: null, recoveryHashes: [] }
  const line = { text: 'password link made' }
  const both = { text: 'password link made, second factor removed' }
  return recordedLinks(
    operating,
    { kind: 'person-link', facts: { person: id, changes: 'password', withoutSecondFactor } },
    { personId: id, ...(withoutSecondFactor ? both : line) },
    withoutSecondFactor ? none : null,
  )
}

/** For links to a new e-mail. */
export function emailLinks(operating: Operating, id: number): LinkStore {
  return recordedLinks(
    operating,
    { kind: 'person-link', facts: { person: id, changes: 'email', withoutSecondFactor: false } },
    { personId: id, text: 'e-mail link made' },
  )
}

/** For links with which an existing person becomes an operator. */
export function operatorLinks(operating: Operating, { id, email }: PersonRecord): LinkStore {
  return recordedLinks(
    operating,
    { kind: 'operator-link', facts: { email } },
    { personId: id, text: 'link to the operator console made' },
  )
}

/** The person has opened such a link while signed in. */
export async function promote(operating: Operating, { id, email }: PersonRecord): Promise<void> {
  await operate(operating, async () => ({
    change: 'changePerson',
    isIndependent: true,
    input: { id, operator: true },
    log: { kind: 'operator-made', facts: { email } },
  }))
}

/** For links with which a person signs up. */
export function invitationLinks(operating: Operating): LinkStore {
  return recordedLinks(operating, { kind: 'invitation-made', facts: {} })
}

/** For links that sign in to the demo without a password. */
export function demoLinks(operating: Operating): LinkStore {
  return recordedLinks(operating, { kind: 'demo-link', facts: {} })
}

function recordedLinks(
  operating: Operating,
  log: LogLine,
  /** In the histories of all accounts of the person. */
  history?: { readonly personId: number; readonly text: string },
  person: PersonChange | null = null,
): LinkStore {
  return {
    async createLink(link) {
      await operate(operating, async () => ({
        change: 'handOutLink',
        isIndependent: true,
        input: { link, person },
        log,
        history: history === undefined ? [] : await linesFor(operating, history),
      }))
    },
  }
}

async function linesFor(
  { store }: Operating,
  { personId, text }: { readonly personId: number; readonly text: string },
): Promise<HistoryLine[]> {
  return (await store.memberships(personId)).map(({ accountId }) => ({ accountId, text }))
}

/** Makes a person an operator. A new person has no password yet. */
export async function makeOperator(operating: Operating, email: string): Promise<PersonRecord> {
  const log = { kind: 'operator-made', facts: { email } } as const
  const terms = { email, passwordHash: '', name: '', language: '', operator: true } as const
  const made = await operate(operating, async (at) => ({
    change: 'createPerson',
    isIndependent: true,
    input: { ...terms, createdAt: at },
    log,
  }))
  if (made === undefined || made === 'email-taken') {
    throw new OperationRefused('email-taken', `${email} was made by somebody else just now: try again`)
  }
  return made
}

export async function removeOperator(operating: Operating, { id, email }: PersonRecord): Promise<void> {
  await operate(operating, async () => ({
    change: 'changePerson',
    isIndependent: true,
    input: { id, operator: false },
    log: { kind: 'operator-removed', facts: { email } },
  }))
}
