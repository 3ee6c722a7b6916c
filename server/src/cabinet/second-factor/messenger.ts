import texts from '../../../assets/messenger/texts.json' with { type: 'json' }
import type { BotListener, TelegramBot } from '../../messenger/bot.ts'
import type { AccessLog } from '../../operations/access-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { filled } from '../../platform/filled.ts'
import type { Random } from '../../platform/random.ts'
import type { PersonRecord } from '../../storage/queries/people.ts'
import type { SessionRecord } from '../../storage/queries/sessions.ts'
import type { Store } from '../../storage/store.ts'
import { noteAction, noteSignIn } from '../action-log.ts'
import { hashToken, makeLink } from '../one-time-links.ts'
import type { Sessions } from '../sessions.ts'
import type { Visitor } from '../visitor.ts'
import { confirmsByMessenger } from './has-second-factor.ts'

export interface MessengerDeps {
  readonly bot: TelegramBot
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly sessions: Sessions
  readonly accessLog: AccessLog
}

/** The messenger as a second factor: connects chats to people and asks them whether a sign-in is theirs. */
export class Messenger implements BotListener {
  readonly #deps: MessengerDeps

  constructor(deps: MessengerDeps) {
    this.#deps = deps
  }

  listen(): void {
    this.#deps.bot.listen(this)
  }

  stop(): Promise<void> {
    return this.#deps.bot.stop()
  }

  /** Opens the chat with our bot; undefined while the messenger cannot be reached. */
  async connectionLink(person: PersonRecord): Promise<string | undefined> {
    const name = await this.#deps.bot.name()
    if (name === undefined) return undefined
    const token = await this.#link({ purpose: 'connect-telegram', personId: person.id })
    return `https://t.me/${name}?start=${token}`
  }

  /** False when the messenger did not take the question. */
  async askAbout(session: SessionRecord, person: PersonRecord, visitor: Visitor): Promise<boolean> {
    const text = messengerTexts(person)
    const purpose = 'confirm-sign-in'
    const token = await this.#link({ purpose, personId: person.id, detail: session.id })
    return this.#deps.bot.send(
      person.telegramId,
      filled(text.question, { address: visitor.address, userAgent: visitor.userAgent }),
      [
        { text: text.yes, data: `yes ${token}` },
        { text: text.no, data: `no ${token}` },
      ],
    )
  }

  async started(code: string, telegramId: number): Promise<string> {
    const { store, clock } = this.#deps
    const purpose = 'connect-telegram'
    const link = await store.useLink({ tokenHash: hashToken(code), purpose, now: clock.now() })
    const known = await store.personByTelegram(telegramId)
    if (link === undefined) return code === '' ? messengerTexts(known).hello : messengerTexts(known).linkEnded
    const owner = await store.person(link.personId)
    // A messenger that confirms sign-ins must be removed before another one is connected.
    if (owner !== undefined && confirmsByMessenger(owner)) return messengerTexts(known).linkEnded
    await store.changePerson({ id: link.personId, telegramId })
    const person = await store.person(link.personId)
    return filled(messengerTexts(person).connected, { email: person?.email ?? '' })
  }

  async pressed(data: string, telegramId: number): Promise<string> {
    const { store, clock, sessions } = this.#deps
    const [answer = '', token = ''] = data.split(' ')
    const tokenHash = hashToken(token)
    const asked = await store.link(tokenHash)
    const person = asked && (await store.person(asked.personId))
    const text = messengerTexts(person)
    // Only the person who was asked may answer, even if the message was forwarded to another chat.
    if (person === undefined || person.telegramId !== telegramId) return text.ended
    const link = await store.useLink({ tokenHash, purpose: 'confirm-sign-in', now: clock.now() })
    const session = link && (await store.session(link.detail))
    if (session === undefined) return text.ended
    const visitor = { address: session.ip, userAgent: session.userAgent, isHttps: true }
    if (answer !== 'yes') {
      await store.endSession(session.id)
      const facts = { reason: 'messenger' } as const
      await noteAction(this.#deps, session.accountId, visitor, 'sign-in-refused', facts)
      this.#deps.accessLog.refused({ kind: 'sign-in-refused', facts, email: person.email }, visitor)
      return text.refused
    }
    if (!(await sessions.completeElsewhere(session))) return text.ended
    await noteSignIn(this.#deps, session, person, 'messenger', visitor)
    return text.confirmed
  }

  #link(link: Parameters<typeof makeLink>[1]): Promise<string> {
    const { store, random, clock } = this.#deps
    return makeLink({ store, random, now: clock.now() }, link)
  }
}

/** English is used for a person who has not chosen a language. */
function messengerTexts(person: Pick<PersonRecord, 'language'> | undefined) {
  return texts[person?.language === 'ru' ? 'ru' : 'en']
}
