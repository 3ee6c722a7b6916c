import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createCabinetApp } from './cabinet/app.ts'
import { AttemptBrake } from './cabinet/attempt-brake.ts'
import { tellLowBalances } from './cabinet/low-balance.ts'
import { loggedNotices } from './cabinet/notices.ts'
import type { CabinetParts } from './cabinet/parts.ts'
import { Sessions } from './cabinet/sessions.ts'
import { AddressList } from './platform/address-list.ts'
import type { Keyring } from './platform/keyring.ts'
import { Sealer } from './platform/sealing.ts'
import type { CallbackGuard } from './webhooks/callback-guard.ts'
import type { WebhookSecrets } from './webhooks/secrets.ts'

/** Where the built web app lies, beside the server. */
const webAppFolder = fileURLToPath(new URL('../../cabinet/dist', import.meta.url))

const maxFailedSignIns = 10
/** Verifications that one account places from the page in a quarter of an hour; programs have the interface. */
const maxTrials = 60

type Lent = Omit<
  CabinetParts,
  | 'callbackGuard'
  | 'notices'
  | 'sealer'
  | 'sessions'
  | 'signInBrake'
  | 'trialBrake'
  | 'trustedProxies'
  | 'webhookSecrets'
> & {
  readonly keyring: Keyring
  readonly inboundSide: { readonly guard: CallbackGuard; readonly secrets: WebhookSecrets }
}

export interface CabinetSide {
  /** Whether a request is for the cabinet, by its path. */
  isFor(url: string | undefined): boolean
  readonly listener: RequestListener
  /** Once a minute. */
  tellLowBalances(): Promise<void>
  close(): Promise<void>
}

/** Composes the web app and its API from what the other rooms lend. */
export async function composeCabinetSide(lent: Lent): Promise<CabinetSide> {
  const { keyring, inboundSide, ...rest } = lent
  const { store, clock, random, settings, log } = lent
  const parts: CabinetParts = {
    ...rest,
    callbackGuard: inboundSide.guard,
    webhookSecrets: inboundSide.secrets,
    sealer: new Sealer(keyring.sealing, random),
    sessions: new Sessions(store, clock, random),
    signInBrake: new AttemptBrake(clock, maxFailedSignIns),
    trialBrake: new AttemptBrake(clock, maxTrials),
    trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
    notices: loggedNotices(log),
  }
  const app = await createCabinetApp(parts, webAppFolder)
  return {
    isFor: (url = '') => /^\/cabinet(?:[/?]|$)/.test(url),
    listener: app.listener,
    tellLowBalances: () => tellLowBalances(parts),
    close: () => app.close(),
  }
}
