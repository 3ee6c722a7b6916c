import { fileURLToPath } from 'node:url'
import { createCabinetApp } from '../cabinet/app.ts'
import { AttemptLimit } from '../cabinet/attempt-limit.ts'
import type { CabinetDeps, SharedWithCabinet } from '../cabinet/deps.ts'
import { KnownDevices } from '../cabinet/known-devices.ts'
import { LiveHub } from '../cabinet/live/live-hub.ts'
import { rememberViews } from '../cabinet/operator/first-views.ts'
import { watchVitals } from '../cabinet/operator/node-vitals.ts'
import { OwnPhones } from '../cabinet/own-phones.ts'
import { Messenger } from '../cabinet/second-factor/messenger.ts'
import { Sessions } from '../cabinet/sessions.ts'
import { callerHashes } from '../calls/phone-privacy.ts'
import type { Mailer } from '../mail/mail.ts'
import { TelegramBot } from '../messenger/bot.ts'
import type { BotApi } from '../messenger/bot-api.ts'
import { BackgroundImports } from '../numbering/imports/background-imports.ts'
import { importBook } from '../numbering/imports/import-book.ts'
import { snapshotStates } from '../numbering/imports/snapshot-states.ts'
import { AddressList } from '../platform/address-list.ts'
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts'
import type { Keyring } from '../platform/keyring.ts'
import { randomWord } from '../platform/random.ts'
import { RequestRate } from '../platform/request-rate.ts'
import type { Telephony } from '../telephony/telephony.ts'
import type { composeInbound } from './compose-inbound.ts'
import { openAdmin } from './open-admin.ts'

/** The folder of the built web app, beside the server. */
const webAppFolder = fileURLToPath(new URL('../../../cabinet/dist', import.meta.url))

/** In a quarter of an hour. */
const maxFailedSignIns = 10
const maxMessages = 5
/** Calls that one account may place from the page; programs use the API. */
const maxTrials = 60
/** A browser opens at most six connections to a server (HTTP/1.1); hidden pages close theirs. */
const maxStreamsPerPerson = 12
const maxExportsPerPerson = 2
/** A page of the web app is made of dozens of files, and several people may share an address. */
export const filesPerRequest = 10
const importIdLength = 12

type Shared = SharedWithCabinet & {
  readonly keyring: Keyring
  readonly mail: Mailer
  readonly botApi: BotApi | undefined
  readonly telephony: Telephony
  readonly inbound: Pick<
    ReturnType<typeof composeInbound>,
    'guard' | 'secrets' | 'callData' | 'look' | 'notices'
  >
}

/** Composes the web app and its API from the other modules. */
export async function composeCabinet(shared: Shared) {
  const { keyring, telephony, inbound, botApi, ...rest } = shared
  const { store, clock, random, log, settings, mail } = shared
  const sessions = new Sessions(store, clock, random)
  const messenger = openMessenger(shared, sessions)
  const liveHub = new LiveHub(store, clock, log)
  const imports = new BackgroundImports({
    dataFolder: settings.RINGKEY_DATA,
    repository: store,
    book: importBook(store, clock),
    clock,
    newId: () => randomWord(random, importIdLength),
    onImported: shared.lookForSnapshots,
  })
  const vitals = watchVitals(clock)
  const deps: CabinetDeps = {
    ...rest,
    messenger,
    sessions,
    knownDevices: new KnownDevices(keyring.knownDevice, random),
    liveHub,
    imports,
    snapshots: snapshotStates(store),
    vitals,
    isFirstViewWithinHour: rememberViews(clock),
    streamLimit: new ConcurrencyLimit(maxStreamsPerPerson),
    exportLimit: new ConcurrencyLimit(maxExportsPerPerson),
    ownPhones: new OwnPhones({ ...rest, telephony }),
    callbackGuard: inbound.guard,
    webhookSecrets: inbound.secrets,
    callData: inbound.callData,
    callerHashOf: callerHashes(keyring.callerHash),
    sendWebhooks: () => inbound.look(),
    noticePayload: inbound.notices.payloadOf,
    requestRate: new RequestRate(clock, settings.RINGKEY_ADDRESS_LIMIT.cabinetPerSecond),
    fileRate: new RequestRate(clock, filesPerRequest * settings.RINGKEY_ADDRESS_LIMIT.cabinetPerSecond),
    signInLimit: new AttemptLimit(clock, maxFailedSignIns),
    messageLimit: new AttemptLimit(clock, maxMessages),
    trialLimit: new AttemptLimit(clock, maxTrials),
    trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
  }
  const app = await createCabinetApp(deps, webAppFolder)
  const admin = openAdmin(deps)
  messenger?.listen()
  return {
    /** Whether a request is for the cabinet, by its path. */
    isFor: (url = '') => /^\/cabinet(?:[/?]|$)/.test(url),
    listener: app.listener,
    admin,
    waitingMails: () => mail.waiting,
    /** Ends the event streams, which would never end by themselves, because the service stops. */
    endStreams: () => liveHub.close(),
    async close() {
      mail.close()
      await messenger?.stop()
      await admin.close()
      await app.close()
      await imports.close()
      vitals.close()
    },
  }
}

function openMessenger({ botApi: api, store, clock, random, log, accessLog }: Shared, sessions: Sessions) {
  if (api === undefined) return undefined
  const bot = new TelegramBot({ api, store, clock, log })
  return new Messenger({ bot, store, clock, random, sessions, accessLog })
}
