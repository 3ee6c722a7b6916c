// A whole service with trunks of the test's own: HTTP in, SIP out, real time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureTariff } from '../../server/src/app/first-run.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { startService } from '../../server/src/app/service.ts'
import { defaultTariff } from '../../server/src/books/tariff.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { sealPassword } from '../../server/src/telephony/trunks/trunk-settings.ts'
import { cheapPasswords } from '../../server/test/cheap-passwords.ts'
import { freePort } from '../../server/test/service.ts'
import { addAccount, addKeyedService } from '../../server/test/store-contract/fixture.ts'

/** Times of the design, shortened; the response time still leaves room for three retransmissions. */
export const quickTimes: Partial<TrunkSettings> = {
  flashRingMs: 1_500,
  voiceRingMs: 1_500,
  responseTimeoutMs: 4_000,
  ringingTimeoutMs: 5_000,
  earlyMediaWaitMs: 2_000,
  speechDelayMs: 100,
  optionsSeconds: 0,
}

export interface TestTrunk {
  readonly name: string
  readonly port: number
  readonly settings?: Partial<TrunkSettings>
  readonly password?: string
  readonly ranges?: readonly (readonly [first: string, last: string])[]
}

const fullBlock = [['74951230000', '74951239999']] as const

/** What is kept of a call on its record. */
interface CallDetails {
  readonly trunk: string
  readonly pddMs?: number
  readonly ringMs: number
  readonly suspect?: boolean
  readonly attempts: readonly {
    readonly trunk: string
    readonly reason: string
    readonly ladder: readonly string[]
  }[]
}

export interface Info {
  readonly call_status: number
  readonly cost: number
  readonly code: string
}

export interface CallRig {
  readonly store: Store
  readonly folder: string
  readonly baseUrl: string
  readonly sipPort: number
  readonly metricsUrl: string
  readonly logged: readonly string[]
  readonly authorization: string
  readonly accountId: number
  api(method: string, parameters?: Readonly<Record<string, string | number>>): Promise<Answer>
  /** Starts a call that is expected to be admitted. */
  call(phone: string, more?: Readonly<Record<string, string | number>>): Promise<{ id: number; code: string }>
  /** Waits until the call has ended. */
  ended(id: number, patienceMs?: number): Promise<Info>
  detailsOf(id: number): Promise<{ reason: string; details: CallDetails }>
  balance(): Promise<number>
  saveTrunk(trunk: TestTrunk): Promise<void>
  /** Restarts the service on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  readonly body: any
}

export async function settingsOf(folder: string, more: Readonly<Record<string, string>> = {}) {
  return {
    RINGKEY_DATA: folder,
    RINGKEY_PORT: '0',
    RINGKEY_ALT_PORT: '0',
    RINGKEY_METRICS_PORT: String(await freePort()),
    RINGKEY_SIP_PORT: '0',
    RINGKEY_RTP_PORTS: '34000-34999',
    RINGKEY_DEMO: 'off',
    RINGKEY_ADDRESS_LIMIT: 'api:0/s',
    RINGKEY_SERVICE_LIMIT: '0/s',
    RINGKEY_NUMBER_LIMIT: '0s,60/min,1000/day',
    RINGKEY_NUMBER_TOTAL_LIMIT: '0s,60/min',
    ...more,
  }
}

/** An account with money, a service of it and the trunks, in an empty folder. */
export async function prepareInstallation(
  folder: string,
  trunks: readonly TestTrunk[],
  more: Readonly<Record<string, string>> = {},
) {
  const settings = readSettings(await settingsOf(folder, more))
  const { store, secrets } = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  await ensureTariff(store)
  const accountId = await addAccount(store, 'owner@example.com', {
    tariff: defaultTariff.code,
    amountUnits: 100_000_000,
    at: 1,
  })
  const { authorization } = await addKeyedService(store, accountId, { at: 1 })
  const saveTrunk = async ({ name, port, settings = {}, password, ranges = fullBlock }: TestTrunk) => {
    await store.saveTrunk({
      name,
      demo: false,
      settings: {
        ...defaultTrunkSettings,
        callsPerSecond: 10_000,
        callsAtOnce: 10_000,
        ...quickTimes,
        host: '127.0.0.1',
        port,
        ...settings,
      },
      sealedPassword: password === undefined ? null : sealPassword(secrets.sealer, name, password),
      updatedAt: 1,
    })
    for (const [first, last] of ranges) await store.addCallerRange({ first, last, trunk: name })
  }
  for (const trunk of trunks) await saveTrunk(trunk)
  return { store, saveTrunk, accountId, authorization }
}

/** Asks the service at `baseUrl`. */
export function apiOf(baseUrl: string, authorization: string): CallRig['api'] {
  return async (method, parameters = {}) => {
    const response = await fetch(`${baseUrl}/v1.0/${method}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(parameters),
    })
    return { status: response.status, body: await response.json() }
  }
}

export async function startCallRig(
  trunks: readonly TestTrunk[],
  more: Readonly<Record<string, string>> = {},
  level: 'info' | 'trace' = 'info',
): Promise<CallRig> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-calls-'))
  const { store, saveTrunk, accountId, authorization } = await prepareInstallation(folder, trunks)
  const logged: string[] = []
  const begin = async () =>
    startService({
      settings: readSettings(await settingsOf(folder, more)),
      clock: systemClock,
      random: systemRandom,
      passwords: cheapPasswords,
      log: createLog(level, { write: (line) => logged.push(line) }),
      onFatal(error) {
        throw error
      },
    })
  let service = await begin()
  const api: CallRig['api'] = (method, parameters) =>
    apiOf(service.baseUrl, authorization)(method, parameters)
  return {
    store,
    folder,
    get baseUrl() {
      return service.baseUrl
    },
    get sipPort() {
      return service.sipPort
    },
    get metricsUrl() {
      return service.metricsUrl
    },
    logged,
    authorization,
    accountId,
    api,
    saveTrunk,
    async call(phone, parameters = {}) {
      const { body } = await api('initCall', { phone, ...parameters })
      if (body.status !== true) throw new Error(`initCall was refused: ${JSON.stringify(body)}`)
      return { id: body.vendor_id, code: body.code }
    },
    ended: (id, patienceMs) => endOf(api, id, patienceMs),
    async detailsOf(id) {
      const record = await store.call(id)
      return { reason: record!.reason!, details: JSON.parse(record!.details ?? '{}') as CallDetails }
    },
    balance: async () => (await api('getBalance')).body.rub_balance,
    async restart() {
      await service.stop()
      service = await begin()
    },
    async stop() {
      await service.stop()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function endOf(api: CallRig['api'], id: number, patienceMs = 60_000): Promise<Info> {
  const until = performance.now() + patienceMs
  for (;;) {
    const { body } = await api('getInfo', { uid: id })
    if (body.call_status !== -1) return body
    if (performance.now() > until) throw new Error(`call ${id} has not ended: ${JSON.stringify(body)}`)
    await sleep(50)
  }
}
