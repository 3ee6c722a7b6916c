import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unitsPerRouble } from '../../src/books/money.ts'
import type { ServiceSettings } from '../../src/storage/queries/services.ts'
import { type Answer, type CallOptions, eventually, type TestService } from '../service.ts'
import { addAccount, addKeyedService } from '../store-contract/fixture.ts'

/** A service from the integrator's view: an id, a key, and calls with both. */
export interface Client {
  readonly id: number
  readonly accountId: number
  readonly key: string
  readonly bearer: string
  get(method: string, parameters?: Readonly<Record<string, string>>, options?: CallOptions): Promise<Answer>
  post(method: string, parameters?: object, options?: CallOptions): Promise<Answer>
}

export interface AccountTerms {
  readonly email?: string
  readonly roubles?: number
  readonly phoneConfirmed?: boolean
  readonly tariff?: string
  /** As after a sign-up: a demo account while the demo is on, when not given. */
  readonly demo?: boolean
}

let accounts = 0

export async function openAccount(service: TestService, terms: AccountTerms = {}): Promise<number> {
  const { roubles = 100, phoneConfirmed = true, tariff = 'uni', demo = service.demo.isOn } = terms
  const { email = `owner-${++accounts}@example.com` } = terms
  return addAccount(service.store, email, {
    tariff,
    demo,
    phoneConfirmed,
    amountUnits: Math.round(roubles * unitsPerRouble),
    at: service.clock.now(),
  })
}

/** A new service, on its own account unless one is named. */
export async function openClient(
  service: TestService,
  settings: Partial<ServiceSettings> = {},
  terms: AccountTerms & { readonly accountId?: number } = {},
): Promise<Client> {
  const accountId = terms.accountId ?? (await openAccount(service, terms))
  const { id, key, authorization } = await addKeyedService(service.store, accountId, {
    useDirection: 'sign-in',
    settings,
    at: service.clock.now(),
  })
  return {
    id,
    accountId,
    key,
    bearer: authorization,
    get: (method, parameters, options) => service.get(method, parameters, { authorization, ...options }),
    post: (method, parameters, options) => service.post(method, parameters, { authorization, ...options }),
  }
}

/** A running service notices an operator's change within a second. */
export async function noticed(service: TestService): Promise<void> {
  await service.clock.advance(1_000)
}

/** Waits until everything passed to the store so far is written: the store keeps the order of writes. */
export async function written(service: TestService): Promise<void> {
  await service.post('checkPhone', { phone: '79161234567' })
}

let subscribers = 0

/** A Russian mobile number that no other test of the file has called. */
export function freshPhone(): string {
  return `7916${String(++subscribers).padStart(7, '0')}`
}

/** Whether a text stands in a file of the service or in its log. */
export function isStored(service: TestService, text: string): boolean {
  const files = readdirSync(service.folder, { recursive: true, withFileTypes: true })
  return (
    service.logged.join('').includes(text) ||
    files.some((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
  )
}

/** Lets a started call end and returns the answer of getInfo. */
export async function ended(service: TestService, client: Client, uid: number): Promise<Answer['body']> {
  await service.clock.advance(1_000)
  const { body } = await eventually(
    () => client.get('getInfo', { uid: String(uid) }),
    ({ body }) => body.call_status !== -1,
  )
  return body
}

export async function balanceOf(client: Client): Promise<number> {
  return (await client.get('getBalance')).body.rub_balance
}

/** Code and HTTP status of an error, which identify it in the API. */
export function errorOf({ status, body }: Answer): [code: number, status: number] {
  return [body.code, status]
}
