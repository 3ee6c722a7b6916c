import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoMode, demoAccountMeta, playMoneyUnits } from '../accounts/demo-mode.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { hashKey, newSecretKey } from '../accounts/secret-key.ts'
import { newServiceSettings } from '../accounts/service-settings.ts'
import { defaultTariff, defaultTariffName, type PriceRecord } from '../books/tariff.ts'
import { makeDemoLink } from '../cabinet/one-time-links.ts'
import { type Clock, dayMs } from '../platform/clock.ts'
import { ExplainedError } from '../platform/explained-error.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { type AccountRecord, demoTimeZone } from '../storage/queries/accounts.ts'
import type { Store } from '../storage/store.ts'

/** The flash and checkPhone prices are those of the public service. */
const defaultPrices: readonly PriceRecord[] = [
  { mode: 'flash', prefix: '', priceUnits: 8_000 },
  { mode: 'voice', prefix: '', priceUnits: 15_000 },
  { mode: 'mix', prefix: '', priceUnits: 20_000 },
  { mode: 'inbound', prefix: '', priceUnits: 8_000 },
  { mode: 'checkPhone', prefix: '', priceUnits: 400 },
]

const keyOverlapMs = 7 * dayMs

const demoEmail = 'demo@ringkey.local'
const demoServiceName = 'Demo'
const demoConfirmationNumbers = Array.from({ length: 10 }, (_, index) => `7495123000${index}`)

/** The data that a newcomer needs, written to `first-run.json`. */
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

const firstRunFile = (folder: string): string => join(folder, 'first-run.json')

/** A store without any tariff gets the default one. */
export async function ensureTariff(store: Store): Promise<void> {
  if ((await store.tariffs()).length > 0) return
  const { currency } = await store.installationSettings()
  await store.changeTariff({ ...defaultTariff, name: defaultTariffName(currency), prices: defaultPrices })
}

interface DemoDeps {
  readonly store: Store
  readonly folder: string
  readonly random: Random
  readonly passwords: Passwords
  readonly sealedWebhookSecret: Uint8Array
  readonly addresses: Addresses
  readonly defaultCountries: readonly string[]
  readonly at: number
}

type OpenDemoDeps = Omit<DemoDeps, 'at'> & { readonly demo: DemoMode; readonly clock: Clock }

/** Creates the demo's account when the demo is on and the store is empty. */
export async function openDemo({ demo, clock, ...deps }: OpenDemoDeps) {
  const { store, random, addresses } = deps
  const hadFile = existsSync(firstRunFile(deps.folder))
  const firstRun = demo.isOn ? await ensureDemo({ ...deps, at: clock.now() }) : undefined
  return {
    firstRun,
    /** This start created what `firstRun` contains. */
    isFirstRun: !hadFile && firstRun !== undefined,
    demo,
    /** A new one-time link into the demo; undefined when the demo is off or its account is gone. */
    async demoLink(): Promise<string | undefined> {
      if (!demo.isOn) return undefined
      const made = await makeDemoLink(store, { store, random, now: clock.now() }, addresses.primary)
      return made?.link
    },
  }
}

/**
 * Creates the demo account of an empty store and returns its data; a second start changes nothing. The file is written
 * last: when it is missing, everything is repeated or found done, so that its content is true.
 */
export function ensureDemo(deps: DemoDeps): Promise<FirstRun | undefined> {
  // Nodes that start together on an empty store would create everything twice.
  return deps.store.alone('demo', () => makeDemo(deps))
}

async function makeDemo(deps: DemoDeps): Promise<FirstRun | undefined> {
  const { store, folder, random, addresses } = deps
  const file = firstRunFile(folder)
  if (existsSync(file)) return atAddresses(file, addresses)
  const accounts = await store.accounts()
  const earlier = await earlierDemo(store, accounts)
  if (earlier === undefined && accounts.length > 0) return undefined
  // Another node has the file in its folder; a new password and key here would make that file wrong.
  if (store.isShared && earlier !== undefined && (await store.services(earlier.id)).length > 0)
    return undefined

  const password = randomWord(random, 16)
  const key = newSecretKey(random)
  const account = await demoAccount(deps, earlier, await deps.passwords.hash(password))
  await store.addConfirmationNumbers({ numbers: demoConfirmationNumbers, demo: true })
  const made: FirstRun = {
    ...urlsOf(addresses),
    email: account.email,
    password,
    service_id: await demoService(deps, account.id, hashKey(key)),
    secret_key: key,
  }
  write(file, made)
  return made
}

const urlsOf = ({ primary, secondary }: Addresses) => ({
  base_url: primary,
  alt_base_url: secondary,
  cabinet_url: `${primary}/cabinet/`,
})

/** The port may have changed since the file was written. */
function atAddresses(file: string, addresses: Addresses): FirstRun {
  const written = read(file)
  const current = { ...written, ...urlsOf(addresses) }
  if (JSON.stringify(current) !== JSON.stringify(written)) write(file, current)
  return current
}

function read(file: string): FirstRun {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FirstRun
  } catch {
    throw new ExplainedError(
      `${file} cannot be read. Remove it: the next start makes it again, with a new password and key of the demo.`,
    )
  }
}

/** The file is complete or does not exist. */
function write(file: string, run: FirstRun): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/**
 * What an earlier start created. Anyone may sign up to a demo, so the demo flag alone does not identify the account:
 * its password is replaced here. A start that was killed right after it created the account left no record of it.
 */
async function earlierDemo(store: Store, accounts: readonly AccountRecord[]) {
  const noted = await store.meta(demoAccountMeta)
  if (noted !== undefined) return accounts.find(({ id, demo }) => demo && id === Number(noted))
  const made = accounts.find(({ email, demo }) => demo && email === demoEmail)
  return made !== undefined && (await store.personByEmail(demoEmail))?.operator ? made : undefined
}

async function demoAccount(
  { store, at }: DemoDeps,
  earlier: AccountRecord | undefined,
  passwordHash: string,
): Promise<AccountRecord> {
  const terms = {
    email: demoEmail,
    tariff: defaultTariff.code,
    demo: true,
    ownerIsOperator: true,
    phoneConfirmed: true,
    timeZone: demoTimeZone((await store.installationSettings()).currency),
  }
  const account = earlier ?? (await store.createAccount({ ...terms, passwordHash, at }))
  if (typeof account === 'string') throw new Error(`the demo account cannot be made: ${account}`)
  await store.claimMeta({ name: demoAccountMeta, value: String(account.id) })
  await store.startFirstSteps({ accountId: account.id, at })
  if (earlier !== undefined) await store.setPasswordHash({ id: account.id, passwordHash, at })
  const entries = await store.ledger({ accountId: account.id, afterEntry: 0, limit: 1 })
  if (entries.length === 0) {
    await store.topUp({ accountId: account.id, amountUnits: playMoneyUnits, note: 'demo', at })
  }
  return account
}

/** An earlier key was in the file that was deleted: it ends now. */
async function demoService(
  { store, sealedWebhookSecret, defaultCountries, at }: DemoDeps,
  accountId: number,
  keyHash: Uint8Array,
): Promise<number> {
  const earlier = (await store.services(accountId)).find(
    ({ name, status }) => name === demoServiceName && status === 'active',
  )
  if (earlier !== undefined) {
    // Clients of a restored installation may still use its earlier key.
    await store.rotateKey({ serviceId: earlier.id, keyHash, previousKeyEndsAt: at + keyOverlapMs, at })
    return earlier.id
  }
  const made = await store.createService({
    accountId,
    name: demoServiceName,
    useDirection: 'First steps',
    keyHash,
    settings: newServiceSettings(defaultCountries),
    sealedWebhookSecret,
    at,
  })
  return made!.id
}
