import type { PersonRecord } from '../storage/queries/people.ts'
import type { Store } from '../storage/store.ts'
import type { Operating } from './operation.ts'
import { type Handing, handOutLink } from './people.ts'
import { perform } from './perform.ts'

/** Where `makeLink` stores a link that an operator hands out: together with its lines in the logs. */
type LinkStore = Pick<Store, 'createLink'>

function recordedLinks(operating: Operating, handing: Handing): LinkStore {
  return { createLink: (link) => perform(operating, handOutLink, { ...handing, link }) }
}

/** For links to a new password. The second factor is removed for people who lost phone and recovery codes. */
export function passwordLinks(
  operating: Operating,
  { id, withoutSecondFactor }: { readonly id: number; readonly withoutSecondFactor: boolean },
): LinkStore {
  const none = { id, telegramId: 0, confirmsByTelegram: false, sealedTotp: null, recoveryHashes: [] }
  return recordedLinks(operating, {
    kind: 'person-link',
    facts: { person: id, changes: 'password', withoutSecondFactor },
    personId: id,
    text: `password link made${withoutSecondFactor ? ', second factor removed' : ''}`,
    ...(withoutSecondFactor ? { person: none } : {}),
  })
}

/** For links to a new e-mail. */
export function emailLinks(operating: Operating, id: number): LinkStore {
  return recordedLinks(operating, {
    kind: 'person-link',
    facts: { person: id, changes: 'email', withoutSecondFactor: false },
    personId: id,
    text: 'e-mail link made',
  })
}

/** For links with which an existing person becomes an operator. */
export function operatorLinks(operating: Operating, { id, email }: PersonRecord): LinkStore {
  const text = 'link to the operator console made'
  return recordedLinks(operating, { kind: 'operator-link', facts: { email }, personId: id, text })
}

/** For links with which a person signs up. */
export const invitationLinks = (operating: Operating): LinkStore =>
  recordedLinks(operating, { kind: 'invitation-made', facts: {} })

/** For links that sign in to the demo without a password. */
export const demoLinks = (operating: Operating): LinkStore =>
  recordedLinks(operating, { kind: 'demo-link', facts: {} })
