import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from './accounts/password.ts'
import { hashKey, newSecretKey } from './accounts/secret-key.ts'
import { defaultSettings } from './accounts/service-settings.ts'
import { unitsPerRouble } from './billing/money.ts'
import { type Random, randomWord } from './platform/random.ts'
import type { PriceRecord } from './storage/records.ts'
import type { Store } from './storage/store.ts'

/** `uni` is the default tariff of the interface; flash and checkPhone are the prices of the public service. */
const defaultPrices: readonly PriceRecord[] = [
  { mode: 'flash', prefix: '', priceUnits: 8_000 },
  { mode: 'voice', prefix: '', priceUnits: 15_000 },
  { mode: 'mix', prefix: '', priceUnits: 20_000 },
  { mode: 'inbound', prefix: '', priceUnits: 8_000 },
  { mode: 'checkPhone', prefix: '', priceUnits: 400 },
]
export const defaultTariff = { code: 'uni', name: 'Единый', chargesFailed: false } as const

const demoEmail = 'demo@ringkey.local'
const demoBalanceUnits = 100 * unitsPerRouble
const demoConfirmationNumbers = Array.from({ length: 10 }, (_, index) => `7495123000${index}`)

/** What a newcomer needs, written to `first-run.json`. */
export interface FirstRun {
  readonly base_url: string
  readonly alt_base_url: string
  readonly cabinet_url: string
  readonly email: string
  readonly password: string
  readonly service_id: number
  readonly secret_key: string
}

export interface Addresses {
  readonly primary: string
  readonly secondary: string
}

/** A store without any tariff gets the default one. */
export async function ensureTariff(store: Store): Promise<void> {
  if ((await store.tariffs()).length > 0) return
  await store.saveTariff(defaultTariff)
  for (const price of defaultPrices) await store.savePrice(defaultTariff.code, price)
}

/** Makes the demo account of an empty store and tells where it is; a second start changes nothing. */
export async function ensureDemo(
  store: Store,
  folder: string,
  { random, sealedWebhookSecret }: { random: Random; sealedWebhookSecret: Uint8Array },
  addresses: Addresses,
  at: number,
): Promise<FirstRun | undefined> {
  const file = join(folder, 'first-run.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as FirstRun
  const earlier = (await store.accounts()).find(({ demo }) => demo)
  if (earlier === undefined && (await store.accounts()).length > 0) return undefined

  const password = randomWord(random, 16)
  const key = newSecretKey(random)
  const account =
    earlier ??
    (await store.createAccount({
      email: demoEmail,
      passwordHash: await hashPassword(password, random),
      tariff: defaultTariff.code,
      demo: true,
      phoneConfirmed: true,
      at,
    }))
  if (typeof account === 'string') throw new Error(`the demo account cannot be made: ${account}`)
  if (earlier === undefined) {
    await store.topUp({ accountId: account.id, amountUnits: demoBalanceUnits, note: 'demo', at })
    await store.addConfirmationNumbers({ numbers: demoConfirmationNumbers, demo: true })
  }
  const service = await store.createService({
    accountId: account.id,
    name: 'Demo',
    useDirection: 'First steps',
    keyHash: hashKey(key),
    settings: defaultSettings,
    sealedWebhookSecret,
    at,
  })
  const made: FirstRun = {
    base_url: addresses.primary,
    alt_base_url: addresses.secondary,
    cabinet_url: `${addresses.primary}/cabinet/`,
    email: account.email,
    password,
    service_id: service!.id,
    secret_key: key,
  }
  // Complete or not there at all.
  writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return made
}
