import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createCabinetApp } from './cabinet/app.ts'
import { AttemptBrake } from './cabinet/attempt-brake.ts'
import { OwnPhones } from './cabinet/own-phones.ts'
import type { CabinetParts } from './cabinet/parts.ts'
import { Messenger } from './cabinet/second-factor/messenger.ts'
import { Sessions } from './cabinet/sessions.ts'
import { openMail } from './mail/open-mail.ts'
import { TelegramBot } from './messenger/bot.ts'
import { BotApi } from './messenger/bot-api.ts'
import { AddressList } from './platform/address-list.ts'
import type { Keyring } from './platform/keyring.ts'
import { randomWord } from './platform/random.ts'
import { Sealer } from './platform/sealing.ts'
import type { Telephony } from './telephony/telephony.ts'

/** Where the built web app lies, beside the server. */
const webAppFolder = fileURLToPath(new URL('../../cabinet/dist', import.meta.url))

/** In a quarter of an hour. */
const maxFailedSignIns = 10
const maxLetters = 5
const holderLength = 12

type Made =
  | 'letterBrake'
  | 'mail'
  | 'messenger'
  | 'ownPhones'
  | 'sealer'
  | 'sessions'
  | 'signInBrake'
  | 'trustedProxies'
type Lent = Omit<CabinetParts, Made> & { readonly keyring: Keyring; readonly telephony: Telephony }

export interface CabinetSide {
  /** Whether a request is for the cabinet, by its path. */
  isFor(url: string | undefined): boolean
  readonly listener: RequestListener
  close(): Promise<void>
}

/** Composes the web app and its API from what the other rooms lend. */
export async function composeCabinetSide(lent: Lent): Promise<CabinetSide> {
  const { keyring, telephony, ...rest } = lent
  const { store, clock, random, log, settings, isDemo } = lent
  const sessions = new Sessions(store, clock, random)
  const mail = openMail({
    smtpUrl: settings.RINGKEY_SMTP_URL,
    from: settings.RINGKEY_MAIL_FROM,
    isDemo,
    clock,
    log,
  })
  const messenger = openMessenger(lent, sessions)
  const app = await createCabinetApp(
    {
      ...rest,
      mail,
      messenger,
      sessions,
      ownPhones: new OwnPhones({ ...rest, telephony }),
      sealer: new Sealer(keyring.sealing, random),
      signInBrake: new AttemptBrake(clock, maxFailedSignIns),
      letterBrake: new AttemptBrake(clock, maxLetters),
      trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
    },
    webAppFolder,
  )
  messenger?.listen()
  return {
    isFor: (url = '') => /^\/cabinet(?:[/?]|$)/.test(url),
    listener: app.listener,
    async close() {
      mail.close()
      await messenger?.stop()
      await app.close()
    },
  }
}

function openMessenger(
  { settings, store, clock, random, log }: Lent,
  sessions: Sessions,
): Messenger | undefined {
  const token = settings.RINGKEY_TELEGRAM_TOKEN
  if (token === undefined) return undefined
  const api = new BotApi({ api: settings.RINGKEY_TELEGRAM_API, token })
  const bot = new TelegramBot({ api, store, clock, log, holder: randomWord(random, holderLength) })
  return new Messenger({ bot, store, clock, random, sessions })
}
