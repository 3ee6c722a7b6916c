import { createPublicKey, generateKeyPair, hash } from 'node:crypto'
import { promisify } from 'node:util'
import { type Clock, secondMs } from '../platform/clock.ts'
import { type Random, randomWord } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { sha256 } from '../platform/sha256.ts'
import type { Dialect, DialectCredential, DialectRecord } from '../storage/queries/dialects.ts'
import type { Store } from '../storage/store.ts'

const hashBytes = 32
export const dialectPurpose = (serviceId: number) => `dialect ${serviceId}`

/** The names that Twilio gives to things, made of their numbers here. */
export const sidOf = (kind: 'AC' | 'VA', serviceId: number) => kind + serviceId.toString(16).padStart(32, '0')

/** Of programs that know the form of Vonage's: a version 4 UUID. */
const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`

/** What is kept of a credential of `vonage-verify`: callbacks name it, and the key proves its tokens. */
export interface VonageApplication {
  readonly apiKey: string
  readonly applicationId: string
  /** In PEM. */
  readonly publicKey: string
}

/** A new credential, and what is stored of it. With `publicKey` its owner has the private one. */
export async function newCredential(
  { random, sealer }: { readonly random: Random; readonly sealer: Sealer },
  dialect: Dialect,
  serviceId: number,
  publicKey?: string,
): Promise<{
  readonly credential: DialectCredential
  readonly hashes: Buffer
  readonly sealed: Buffer | null
}> {
  const hex = random.bytes(16).toString('hex')
  const seal = (text: string) => sealer.seal(text, dialectPurpose(serviceId))
  const hashesOf = (...accepted: string[]) => Buffer.concat(accepted.map((each) => sha256(each)))
  if (dialect === 'smsc') {
    const credential = {
      login: `rk${serviceId}`,
      psw: randomWord(random, 20),
      apikey: randomWord(random, 40),
    }
    const { login, psw, apikey } = credential
    const hashes = hashesOf(apikey, loginText(login, psw), loginText(login, hash('md5', psw)))
    return { credential, hashes, sealed: null }
  }
  if (dialect === 'twilio-verify') {
    const credential = {
      account_sid: sidOf('AC', serviceId),
      auth_token: hex,
      key_sid: `SK${random.bytes(16).toString('hex')}`,
      key_secret: randomWord(random, 32),
      service_sid: sidOf('VA', serviceId),
    }
    const { account_sid: account, auth_token: token, key_sid: key, key_secret: secret } = credential
    return { credential, hashes: hashesOf(loginText(account, token), loginText(key, secret)), sealed: null }
  }
  if (dialect === 'vonage-verify') {
    const pair = publicKey === undefined ? await newRsaPair() : { publicKey, privateKey: null }
    const credential = {
      api_key: hex.slice(0, 8),
      api_secret: randomWord(random, 16),
      application_id: uuidOf(random.bytes(16).toString('hex')),
      ...(pair.privateKey === null ? {} : { private_key: pair.privateKey }),
    }
    const { api_key: apiKey, api_secret: secret, application_id: applicationId } = credential
    const kept: VonageApplication = { apiKey, applicationId, publicKey: pair.publicKey }
    return {
      credential,
      hashes: hashesOf(loginText(apiKey, secret), applicationId),
      sealed: seal(JSON.stringify(kept)),
    }
  }
  if (dialect === 'zvonok') return { credential: hex, hashes: sha256(hex), sealed: null }
  const apiId = hex.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { credential: apiId, hashes: sha256(apiId), sealed: seal(apiId) }
}

const newRsaPair = () =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: leastRsaBits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const leastRsaBits = 2_048

/** Whether tokens of RS256 can be checked with it. */
export function isRsaPublicKey(pem: string): boolean {
  if (!pem.startsWith('-----BEGIN PUBLIC KEY-----')) return false
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    return asymmetricKeyType === 'rsa' && asymmetricKeyDetails!.modulusLength! >= leastRsaBits
  } catch {
    return false
  }
}

/** A login and a password as one text; neither has a line break. */
export const loginText = (login: string, psw: string) => `${login}\n${psw}`

/** What is kept encrypted of a credential. */
export const openSealed = (sealer: Sealer, serviceId: number, sealed: Uint8Array) =>
  sealer.open(sealed, dialectPurpose(serviceId))

export const openVonage = (sealer: Sealer, serviceId: number, sealed: Uint8Array) =>
  JSON.parse(openSealed(sealer, serviceId, sealed)) as VonageApplication

/** The dialects of all services, in memory. A credential that is not known yet reads them again, at most once a second. */
export class Dialects {
  readonly #store: Pick<Store, 'allDialects'>
  readonly #clock: Clock
  #byService: ReadonlyMap<number, DialectRecord> = new Map()
  #byHash: ReadonlyMap<string, DialectRecord> = new Map()
  #enabled: ReadonlySet<Dialect> = new Set()
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(store: Pick<Store, 'allDialects'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  async reload(): Promise<void> {
    this.#readAtMs = this.#clock.monotonicMs()
    const records = await this.#store.allDialects()
    this.#byService = new Map(records.map((record) => [record.serviceId, record]))
    this.#byHash = new Map(records.flatMap((record) => acceptedBy(record).map((text) => [text, record])))
    this.#enabled = new Set(records.map(({ dialect }) => dialect))
  }

  of(serviceId: number): DialectRecord | undefined {
    return this.#byService.get(serviceId)
  }

  /** Whether any service of the installation uses it. */
  isEnabled(dialect: Dialect): boolean {
    return this.#enabled.has(dialect)
  }

  /** As `isEnabled`, for a dialect that somebody may just have chosen. */
  async isEnabledNow(dialect: Dialect): Promise<boolean> {
    if (!this.isEnabled(dialect)) await this.#reloadIfStale()
    return this.isEnabled(dialect)
  }

  async find(dialect: Dialect, credential: string): Promise<DialectRecord | undefined> {
    const text = sha256(credential).toString('base64')
    if (!this.#byHash.has(text)) await this.#reloadIfStale()
    const found = this.#byHash.get(text)
    return found?.dialect === dialect ? found : undefined
  }

  async #reloadIfStale(): Promise<void> {
    if (this.#clock.monotonicMs() - this.#readAtMs >= secondMs) await this.reload()
  }
}

function acceptedBy({ hashes }: DialectRecord): string[] {
  const all = Buffer.from(hashes)
  return Array.from({ length: all.length / hashBytes }, (_, place) =>
    all.subarray(place * hashBytes, (place + 1) * hashBytes).toString('base64'),
  )
}
