// Installations as released versions left them, one folder for each version and both stores in it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ManualClock } from '../manual-clock.ts'
import { ask } from '../postgres/cluster.ts'
import { emptyDatabase, freshDatabase } from '../postgres/run-cluster.ts'
import { startTestService, type TestService } from '../service.ts'
import { type HardCases, hardSettings, leaveHardCases } from './hard-cases.ts'

const here = import.meta.dirname
const secret = 'the secret of installations that are upgraded in tests'

export const storeKinds = ['sqlite', 'postgres'] as const
export type StoreKind = (typeof storeKinds)[number]

/** What the service of that version answered at its end. */
export interface Remembered {
  readonly authorization: string
  readonly vendorId: number
  /** Approved, of `/v2`. */
  readonly verificationId: string
  readonly balance: number
  readonly hard: HardCases
}

export const releasedVersions = () =>
  readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

export function remembered(version: string, kind: StoreKind): Remembered {
  return JSON.parse(readFileSync(join(here, version, `${kind}.json`), 'utf8')) as Remembered
}

/** The installation is started again a second after its end. */
export const clockAfter = ({ hard }: Remembered) => new ManualClock(hard.endedAt + 1_000, 1_000)

/** Puts the installation in place; the settings with which to start it. */
export async function restoreReleased(
  version: string,
  kind: StoreKind,
): Promise<Readonly<Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-released-'))
  const settings = { RINGKEY_SECRET: secret, RINGKEY_DATA: folder }
  if (kind === 'sqlite') {
    const packed = readFileSync(join(here, version, 'sqlite.db.gz'))
    writeFileSync(join(folder, 'ringkey.db'), gunzipSync(packed), { mode: 0o600 })
    return settings
  }
  const url = await emptyDatabase()
  await ask(url, gunzipSync(readFileSync(join(here, version, 'postgres.sql.gz'))).toString())
  return { ...settings, RINGKEY_DATABASE_URL: url }
}

/**
 * Writes the installation of this version; a release is made with it, and its folder is not changed afterwards:
 * `RINGKEY_RECORD_RELEASE=0.1.0 npx vitest run server/test/upgrade/upgrade`.
 */
export async function recordReleased(version: string, kind: StoreKind): Promise<void> {
  const folder = join(here, version)
  mkdirSync(folder, { recursive: true })
  const url = kind === 'postgres' ? await freshDatabase() : undefined
  const service = await startTestService({
    RINGKEY_SECRET: secret,
    ...hardSettings,
    ...(url === undefined ? {} : { RINGKEY_DATABASE_URL: url }),
  })
  writeFileSync(
    join(folder, `${kind}.json`),
    `${JSON.stringify({ ...(await furnish(service)), hard: await leaveHardCases(service) }, null, 2)}\n`,
  )
  if (url === undefined) {
    const copy = join(service.folder, 'copy.db')
    await service.store.backup(copy, () => {})
    writeFileSync(join(folder, 'sqlite.db.gz'), gzipSync(readFileSync(copy), { level: 9 }))
  } else dump(url, join(folder, 'postgres.sql.gz'))
  // What was left open is in the copy; the stop waits for its end.
  service.telephony.placed.at(-1)!.end({ completed: false, reason: 'busy' })
  await service.stop()
}

function dump(url: string, file: string): void {
  const words = ['--inserts', '--rows-per-insert=1000', '--no-owner', url]
  const text = execFileSync('pg_dump', words, { encoding: 'utf8' })
  // Commands of psql, which is not what loads it.
  const statements = text.replaceAll(/^\\.*\n/gm, '')
  writeFileSync(file, gzipSync(statements, { level: 9 }))
}

/** Asks `/v2` with a service's key. */
export async function askV2(service: TestService, authorization: string, path: string, body?: object) {
  const response = await fetch(`${service.baseUrl}/v2${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  return (await response.json()) as any
}

/** A call that rang, one that failed, one with a test number, an approved verification, and a paid look-up. */
async function furnish(service: TestService): Promise<Omit<Remembered, 'hard'>> {
  const authorization = `Bearer ${service.key}.${service.serviceId}`
  const rang = await service.post('initCall', { phone: '79161234567', unique: 'before-the-upgrade' })
  const verification = { phone: '+79161234570', code: '4821' }
  const { id: verificationId } = await askV2(service, authorization, '/verifications', verification)
  await askV2(service, authorization, `/verifications/${verificationId}/check`, { code: '4821' })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  await service.post('initCall', { phone: '79161234568' })
  await service.post('initCall', { phone: '79000000001' })
  await service.clock.advance(5_000)
  await service.get('checkPhone', { phone: '79161234569' })
  const balance = await service.get('getBalance')
  return {
    authorization,
    vendorId: rang.body.vendor_id,
    verificationId,
    balance: balance.body.rub_balance,
  }
}
