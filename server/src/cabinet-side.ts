import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createCabinetApp } from './cabinet/app.ts'
import { AttemptBrake } from './cabinet/attempt-brake.ts'
import { watchVitals } from './cabinet/operator/node-vitals.ts'
import type { CabinetParts } from './cabinet/parts.ts'
import { Sessions } from './cabinet/sessions.ts'
import { ImportDesk } from './numbering/imports/import-desk.ts'
import { SnapshotStates } from './numbering/imports/snapshot-states.ts'
import { AddressList } from './platform/address-list.ts'
import type { Keyring } from './platform/keyring.ts'
import { randomWord } from './platform/random.ts'
import { Sealer } from './platform/sealing.ts'

/** Where the built web app lies, beside the server. */
const webAppFolder = fileURLToPath(new URL('../../cabinet/dist', import.meta.url))

const maxFailedSignIns = 10

const importIdLength = 12

/** What is made here. */
type Made = 'sealer' | 'sessions' | 'signInBrake' | 'trustedProxies' | 'imports' | 'snapshots' | 'vitals'
type Lent = Omit<CabinetParts, Made>

export interface CabinetSide {
  /** Whether a request is for the cabinet, by its path. */
  isFor(url: string | undefined): boolean
  readonly listener: RequestListener
  close(): Promise<void>
}

/** Composes the web app and its API from what the other rooms lend. */
export async function composeCabinetSide(lent: Lent & { readonly keyring: Keyring }): Promise<CabinetSide> {
  const { keyring, ...rest } = lent
  const { store, clock, random, settings } = lent
  const imports = new ImportDesk({
    dataFolder: settings.RINGKEY_DATA,
    now: () => clock.now(),
    newId: () => randomWord(random, importIdLength),
    onImported: lent.lookForSnapshots,
  })
  const vitals = watchVitals(clock)
  const app = await createCabinetApp(
    {
      ...rest,
      imports,
      snapshots: new SnapshotStates(settings.RINGKEY_DATA),
      vitals,
      sealer: new Sealer(keyring.sealing, random),
      sessions: new Sessions(store, clock, random),
      signInBrake: new AttemptBrake(clock, maxFailedSignIns),
      trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
    },
    webAppFolder,
  )
  return {
    isFor: (url = '') => /^\/cabinet(?:[/?]|$)/.test(url),
    listener: app.listener,
    async close() {
      await app.close()
      await imports.close()
      vitals.close()
    },
  }
}
