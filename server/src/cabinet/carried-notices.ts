import { roubles } from '../books/money.ts'
import { mailText } from '../mail/mail-texts.ts'
import type { ChargedOnDelivery } from '../storage/queries/conversions.ts'
import type { CabinetDeps } from './deps.ts'
import { permissionsOf } from './permissions.ts'

type NoticeDeps = Pick<CabinetDeps, 'store' | 'mail' | 'messenger' | 'log' | 'publicUrl'>

/** A notice to people of an account. Sums are in roubles. */
type Notice =
  | {
      readonly kind: 'low-balance'
      readonly accountId: number
      readonly balance: number
      readonly threshold: number
    }
  | ({ readonly kind: 'charged-on-delivery' } & ChargedOnDelivery)

/** The channels that the account chose. */
interface NoticeChannels {
  readonly byEmail: boolean
  readonly byMessenger: boolean
}

/** By mail and messenger; every notice is also logged for the operator. Returns at once: failures are handled inside. */
export function notify(
  deps: NoticeDeps,
  personIds: readonly number[],
  notice: Notice,
  channels: NoticeChannels,
): void {
  deps.log.warn({ event: 'notice', notice, personIds, ...channels }, 'people of an account are notified')
  for (const id of personIds) {
    notifyPerson(deps, id, notice, channels).catch((error: Error) =>
      deps.log.error({ event: 'notice-failed', err: error, personId: id }, 'a person could not be notified'),
    )
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
      ? mailText('low-balance', language, { ...notice, link })
      : mailText('charged-on-delivery', language, { ...notice, until: minuteText(notice.until), link })
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
export async function notifyLowBalances(deps: NoticeDeps & Pick<CabinetDeps, 'clock'>): Promise<void> {
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
export async function notifyChargedOnDelivery(deps: NoticeDeps, charged: ChargedOnDelivery): Promise<void> {
  const owners = (await deps.store.members(charged.accountId)).filter(({ role }) => role === 'owner')
  notify(
    deps,
    owners.map(({ personId }) => personId),
    { kind: 'charged-on-delivery', ...charged },
    { byEmail: true, byMessenger: false },
  )
}
