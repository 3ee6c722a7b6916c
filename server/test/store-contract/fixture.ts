// Accounts, services, money and calls for the store of a test. All tests make them here.
import { createHash } from 'node:crypto'
import { hashKey, newSecretKey } from '../../src/accounts/secret-key.ts'
import type { CallAdmission, InboundAdmission } from '../../src/books/admission.ts'
import { type CallOwner, notesOf } from '../../src/books/call.ts'
import type { CodeCheck } from '../../src/books/check-code.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { commandLine } from '../../src/storage/author.ts'
import { defaultServiceSettings, type ServiceSettings } from '../../src/storage/queries/services.ts'
import { defaultTrunkSettings } from '../../src/storage/queries/trunks.ts'
import type { Store, StoreOptions } from '../../src/storage/store.ts'
import type { changes } from './changes.ts'

/** How a suite opens the store under test: opening the same place twice must find the same data. */
export interface StoreUnderTest {
  open(place: string, options: StoreOptions): Promise<Store>
}

export const options: StoreOptions = {
  numberLimits: {
    gapMs: 15_000,
    perMinute: 4,
    perDay: 30,
    blockMs: 36_000_000,
    everywhere: { gapMs: 5_000, perMinute: 8, perDay: 60, blockMs: 0 },
  },
}

export const startMs = Date.UTC(2026, 0, 15, 12, 0, 0)
export const price = 8_000

export interface Furnished {
  readonly store: Store
  readonly accountId: number
  readonly serviceId: number
}

let opened = 0

/** A store with a tariff, an account with `balanceUnits` and a service. */
export async function furnish(under: StoreUnderTest, balanceUnits = 100 * 10_000): Promise<Furnished> {
  const store = await under.open(`furnished-${++opened}`, options)
  await store.changeTariff({ code: 'uni', name: 'Единый', chargesFailed: false })
  const accountId = await addAccount(store, `owner-${opened}@example.com`, { amountUnits: balanceUnits })
  return { store, accountId, serviceId: await addService(store, accountId) }
}

export interface AccountTerms {
  readonly tariff?: string
  readonly demo?: boolean
  readonly phoneConfirmed?: boolean
  /** Paid in at once. */
  readonly amountUnits?: number
  readonly at?: number
}

/** Returns the id of a new account; its tariff has to exist. */
export async function addAccount(store: Store, email: string, terms: AccountTerms = {}): Promise<number> {
  const { tariff = 'uni', demo = false, phoneConfirmed = true, amountUnits = 0, at = startMs } = terms
  const account = await store.createAccount({
    email,
    passwordHash: '',
    tariff,
    demo,
    phoneConfirmed,
    at,
  })
  if (typeof account === 'string') throw new Error(account)
  if (amountUnits > 0) await store.topUp({ accountId: account.id, amountUnits, note: 'test', at })
  return account.id
}

/** A trunk that accepts incoming calls; `demo` is the simulated carrier. */
export async function addTrunk(store: Store, name: string, demo = false): Promise<void> {
  const settings = { ...defaultTrunkSettings, host: '192.0.2.1' }
  await store.saveTrunk({ name, demo, settings, sealedPassword: null, updatedAt: startMs })
}

export interface ServiceTerms {
  readonly name?: string
  readonly useDirection?: string
  readonly settings?: Partial<ServiceSettings>
  /** Random when left out. */
  readonly key?: string
  readonly at?: number
}

export interface KeyedService {
  readonly id: number
  readonly key: string
  /** The header that authenticates it at the interface. */
  readonly authorization: string
}

/** A new service with a key that works. */
export async function addKeyedService(
  store: Store,
  accountId: number,
  terms: ServiceTerms = {},
): Promise<KeyedService> {
  const { name = 'Shop', useDirection = 'sign-up', settings = {}, at = startMs } = terms
  const { key = newSecretKey(systemRandom) } = terms
  const service = await store.createService({
    accountId,
    name,
    useDirection,
    keyHash: hashKey(key),
    settings: { ...defaultServiceSettings, ...settings },
    at,
  })
  return { id: service!.id, key, authorization: `Bearer ${key}.${service!.id}` }
}

/** Returns the id of a new service whose key is "key". */
export async function addService(store: Store, accountId: number): Promise<number> {
  return (await addKeyedService(store, accountId, { key: 'key' })).id
}

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const facts = (phone: string) => ({
  phoneHash: hashOf(phone),
  phoneMask: `${phone.slice(0, -7)}***${phone.slice(-4)}`,
  country: 'RU',
  operator: 'МТС',
  region: 'Москва',
  portedTo: '',
})

export function callTo(
  phone: string,
  { accountId, serviceId }: Pick<Furnished, 'accountId' | 'serviceId'>,
  changes: Partial<CallAdmission> = {},
): CallAdmission {
  const startedAt = changes.startedAt ?? startMs
  return {
    ...facts(phone),
    accountId,
    serviceId,
    test: false,
    priceUnits: price,
    chargesFailed: false,
    caps: [],
    startedAt,
    deadlineAt: startedAt + 59_000,
    mode: 'flash',
    code: '1234',
    ...notesOf({}),
    unique: null,
    refusal: null,
    capacity: 'ok',
    ...changes,
  }
}

export function waitFor(
  phone: string,
  { accountId, serviceId }: Pick<Furnished, 'accountId' | 'serviceId'>,
  changes: Partial<InboundAdmission> = {},
): InboundAdmission {
  return {
    ...facts(phone),
    accountId,
    serviceId,
    test: false,
    priceUnits: price,
    chargesFailed: false,
    caps: [],
    startedAt: startMs,
    deadlineAt: startMs + 60_000,
    callbackUrl: 'https://example.com/hook',
    phoneForm: null,
    ...notesOf({}),
    unique: null,
    refusal: null,
    ownersAccounts: [accountId],
    candidates: ['74951230001', '74951230002'],
    ...changes,
  }
}

/** Returns the id of a call; fails when it is not admitted. */
export async function admitted(store: Store, request: CallAdmission): Promise<number> {
  const result = await store.admitCall(request)
  if (result.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(result)}`)
  return result.vendorId
}

export const ownerOf = ({ accountId, serviceId }: CallOwner): CallOwner => ({ accountId, serviceId })

/** Compares a code as the service does, which has read the verification before. */
export async function checked(its: Furnished, asked: Omit<CodeCheck, keyof CallOwner | 'phoneHash'>) {
  const known = await its.store.verification(asked.id)
  const phoneHash = known === undefined || known.test ? null : known.phoneHash
  return its.store.checkCode({ ...ownerOf(its), phoneHash, ...asked })
}

export const ended = (
  { accountId, serviceId }: CallOwner,
  vendorId: number,
  completed: boolean,
  settledAt = startMs + 5_000,
) => ({
  accountId,
  serviceId,
  vendorId,
  completed,
  money: completed ? ('capture' as const) : ('by-tariff' as const),
  reason: completed ? 'rang' : 'busy',
  settledAt,
})

/** Balance and holds of an account. */
export async function accountBalance(
  store: Store,
  accountId: number,
): Promise<{ balance: number; held: number }> {
  const account = await store.account(accountId)
  return { balance: account!.balanceUnits, held: account!.heldUnits }
}

export async function isClean(store: Store): Promise<boolean> {
  const { unbalancedAccounts, wrongHolds, wrongCalls } = await store.audit()
  return [unbalancedAccounts, wrongHolds, wrongCalls].every((found) => found.length === 0)
}

/** Runs one query inside a transaction of its own and returns its result. */
export async function changed<Name extends keyof typeof changes>(
  store: Store,
  name: Name,
  input: Parameters<(typeof changes)[Name]>[1],
): Promise<Awaited<ReturnType<(typeof changes)[Name]>>> {
  const { result } = await store.perform({
    module: new URL('./changes.ts', import.meta.url).href,
    name,
    input,
    id: null,
    requestHash: '',
    author: commandLine,
    accountId: null,
    at: startMs,
  })
  return result as Awaited<ReturnType<(typeof changes)[Name]>>
}

/** Makes a change as the command does. */
export const operationContextOn = (store: Store, at = startMs) => ({
  store,
  author: commandLine,
  now: () => at,
})
