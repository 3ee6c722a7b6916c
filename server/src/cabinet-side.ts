import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createCabinetApp } from './cabinet/app.ts'
import { AttemptBrake } from './cabinet/attempt-brake.ts'
import { LiveHub } from './cabinet/live/live-hub.ts'
import type { CabinetParts } from './cabinet/parts.ts'
import { Seats } from './cabinet/seats.ts'
import { Sessions } from './cabinet/sessions.ts'
import { AddressList } from './platform/address-list.ts'
import type { Keyring } from './platform/keyring.ts'
import { Sealer } from './platform/sealing.ts'

/** Where the built web app lies, beside the server. */
const webAppFolder = fileURLToPath(new URL('../../cabinet/dist', import.meta.url))

const maxFailedSignIns = 10
/** A browser opens six connections to a server at most (HTTP/1.1); pages that nobody sees close theirs. */
const maxStreamsPerPerson = 12
const maxExportsPerPerson = 2

type Own =
  | 'sealer'
  | 'sessions'
  | 'signInBrake'
  | 'trustedProxies'
  | 'liveHub'
  | 'streamSeats'
  | 'exportSeats'
type Lent = Omit<CabinetParts, Own>

export interface CabinetSide {
  /** Whether a request is for the cabinet, by its path. */
  isFor(url: string | undefined): boolean
  readonly listener: RequestListener
  /** Ends the streams of events, which would never end by themselves: the service stops. */
  endStreams(): void
  close(): Promise<void>
}

/** Composes the web app and its API from what the other rooms lend. */
export async function composeCabinetSide(lent: Lent & { readonly keyring: Keyring }): Promise<CabinetSide> {
  const { keyring, ...rest } = lent
  const { store, clock, random, settings } = lent
  const liveHub = new LiveHub(store, clock, lent.log)
  const app = await createCabinetApp(
    {
      ...rest,
      sealer: new Sealer(keyring.sealing, random),
      sessions: new Sessions(store, clock, random),
      signInBrake: new AttemptBrake(clock, maxFailedSignIns),
      liveHub,
      streamSeats: new Seats(maxStreamsPerPerson),
      exportSeats: new Seats(maxExportsPerPerson),
      trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
    },
    webAppFolder,
  )
  return {
    isFor: (url = '') => /^\/cabinet(?:[/?]|$)/.test(url),
    listener: app.listener,
    endStreams: () => liveHub.close(),
    close: () => app.close(),
  }
}
