import type { Mail } from '../mail/letter.ts'
import { chargedOnDeliveryLetter, lowBalanceLetter } from '../mail/letters.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'
import type { Notice, Notices, NoticeWays } from './notices.ts'
import type { Messenger } from './second-factor/messenger.ts'

export interface NoticeDeps {
  readonly store: Store
  readonly mail: Mail
  readonly messenger: Messenger | undefined
  readonly log: Log
  readonly publicUrl: () => string
}

/** Sends notices by mail and messenger, as each account chose. Every notice is also logged for the operator. */
export function carriedNotices(deps: NoticeDeps): Notices {
  return {
    tell(personIds, notice, ways) {
      deps.log.warn({ event: 'notice', notice, personIds, ...ways }, 'people of an account are notified')
      for (const id of personIds) {
        tellPerson(deps, id, notice, ways).catch((error: Error) =>
          deps.log.error(
            { event: 'notice-failed', err: error, personId: id },
            'a person could not be notified',
          ),
        )
      }
    },
  }
}

async function tellPerson(
  { store, mail, messenger, publicUrl }: NoticeDeps,
  personId: number,
  notice: Notice,
  { byEmail, byMessenger }: NoticeWays,
): Promise<void> {
  const person = await store.person(personId)
  if (person === undefined) return
  const language = person.language === 'ru' ? 'ru' : 'en'
  const link = `${publicUrl()}/cabinet/money`
  const letter =
    notice.kind === 'low-balance'
      ? lowBalanceLetter(language, { ...notice, link })
      : chargedOnDeliveryLetter(language, { ...notice, link })
  if (byEmail) mail.send({ to: person.email, ...letter })
  if (byMessenger && person.telegramId !== 0) await messenger?.tell(person, letter.text)
}
