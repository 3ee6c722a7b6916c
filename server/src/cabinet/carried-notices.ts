import type { Mailer } from '../mail/mail.ts'
import { chargedOnDeliveryMail, lowBalanceMail } from '../mail/mail-texts.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'
import type { Notice, NoticeChannels, Notices } from './notices.ts'
import type { Messenger } from './second-factor/messenger.ts'

export interface NoticeDeps {
  readonly store: Store
  readonly mail: Mailer
  readonly messenger: Messenger | undefined
  readonly log: Log
  readonly publicUrl: () => string
}

/** Sends notices by mail and messenger, as each account chose. Every notice is also logged for the operator. */
export function carriedNotices(deps: NoticeDeps): Notices {
  return {
    notify(personIds, notice, channels) {
      deps.log.warn({ event: 'notice', notice, personIds, ...channels }, 'people of an account are notified')
      for (const id of personIds) {
        notifyPerson(deps, id, notice, channels).catch((error: Error) =>
          deps.log.error(
            { event: 'notice-failed', err: error, personId: id },
            'a person could not be notified',
          ),
        )
      }
    },
  }
}

async function notifyPerson(
  { store, mail, messenger, publicUrl }: NoticeDeps,
  personId: number,
  notice: Notice,
  { byEmail, byMessenger }: NoticeChannels,
): Promise<void> {
  const person = await store.person(personId)
  if (person === undefined) return
  const language = person.language === 'ru' ? 'ru' : 'en'
  const link = `${publicUrl()}/cabinet/money`
  const message =
    notice.kind === 'low-balance'
      ? lowBalanceMail(language, { ...notice, link })
      : chargedOnDeliveryMail(language, { ...notice, link })
  if (byEmail) mail.send({ to: person.email, ...message })
  if (byMessenger && person.telegramId !== 0) await messenger?.notify(person, message.text)
}
