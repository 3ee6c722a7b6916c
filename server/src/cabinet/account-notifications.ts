import { roubles } from '../books/money.ts'
import { mailText } from '../mail/mail-texts.ts'
import type { ChargedOnDelivery } from '../storage/queries/conversions.ts'
import type { CabinetDeps } from './deps.ts'
import { permissionsOf } from './permissions.ts'

type NotificationDeps = Pick<CabinetDeps, 'store' | 'mail' | 'messenger' | 'log' | 'publicUrl'>

/** A notification to people of an account. Sums are in roubles. */
type AccountNotification =
  | {
      readonly kind: 'low-balance'
      readonly accountId: number
      readonly balance: number
      readonly threshold: number
    }
  | ({ readonly kind: 'charged-on-delivery' } & ChargedOnDelivery)

/** The channels that the account chose. */
interface NotificationChannels {
  readonly byEmail: boolean
  readonly byMessenger: boolean
}

/** By mail and messenger; every notification is also logged for the operator. Returns at once: failures are handled inside. */
export function notify(
  deps: NotificationDeps,
  personIds: readonly number[],
  notification: AccountNotification,
  channels: NotificationChannels,
): void {
  deps.log.warn(
    { event: 'notice', notice: notification, personIds, ...channels },
    'people of an account are notified',
  )
  for (const id of personIds) {
    notifyPerson(deps, id, notification, channels).catch((error: Error) =>
      deps.log.error({ event: 'notice-failed', err: error, personId: id }, 'a person could not be notified'),
    )
  }
}

async function notifyPerson(
  { store, mail, messenger, publicUrl }: NotificationDeps,
  personId: number,
  notification: AccountNotification,
  { byEmail, byMessenger }: NotificationChannels,
): Promise<void> {
  const person = await store.person(personId)
  if (person === undefined) return
  const language = person.language === 'ru' ? 'ru' : 'en'
  const link = `${publicUrl()}/cabinet/money`
  const message =
    notification.kind === 'low-balance'
      ? mailText('low-balance', language, { ...notification, link })
      : mailText('charged-on-delivery', language, {
          ...notification,
          until: minuteText(notification.until),
          link,
        })
  if (byEmail) mail.send({ to: person.email, ...message })
  if (byMessenger && person.telegramId !== 0) await messenger?.notify(person, message.text)
}

const minuteText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** In one round; more than these cross within a minute only where very many accounts live, and the next round goes on. */
const maxCrossingsARound = 200

/**
 * Notifies accounts whose balance has gone below their threshold. The store gives each crossing to one node once, so a
 * restart repeats nothing; a node that dies between the two has notified nobody, which the page shows too.
 */
export async function notifyLowBalances(deps: NotificationDeps & Pick<CabinetDeps, 'clock'>): Promise<void> {
  const { store, clock } = deps
  const crossings = await store.takeBalanceCrossings({ now: clock.now(), limit: maxCrossingsARound })
  for (const { accountId, balanceUnits, thresholdUnits, byEmail, byMessenger } of crossings) {
    const concerned = (await store.members(accountId)).filter(({ role }) =>
      permissionsOf(role).includes('change-money-notices'),
    )
    notify(
      deps,
      concerned.map(({ personId }) => personId),
      { kind: 'low-balance', accountId, balance: roubles(balanceUnits), threshold: roubles(thresholdUnits) },
      { byEmail, byMessenger },
    )
  }
}

/** Mails the owners that a service is charged on delivery for a day. */
export async function notifyChargedOnDelivery(
  deps: NotificationDeps,
  charged: ChargedOnDelivery,
): Promise<void> {
  const owners = (await deps.store.members(charged.accountId)).filter(({ role }) => role === 'owner')
  notify(
    deps,
    owners.map(({ personId }) => personId),
    { kind: 'charged-on-delivery', ...charged },
    { byEmail: true, byMessenger: false },
  )
}
