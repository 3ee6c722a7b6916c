// `ringkey trunk add|list|show|set|remove`, beside the running service, which notices within 2 s.
import type { Sealer } from '../../platform/sealing.ts'
import {
  type AfterEarlyMedia,
  afterEarlyMediaKinds,
  noEarlyMedia,
  totalOf,
} from '../../storage/early-media-counts.ts'
import type { Store } from '../../storage/store.ts'
import type { TrunkRecord, TrunkSettings } from '../../storage/trunk-records.ts'
import { type EarlyMediaHabit, habitOf } from '../../telephony/routing/early-media-habit.ts'
import { faultInReach } from '../../telephony/trunks/reach.ts'
import { sealPassword } from '../../telephony/trunks/trunk-password.ts'
import {
  defaultTrunkSettings,
  faultInName,
  faultInTrunk,
  trunkFields,
} from '../../telephony/trunks/trunk-settings.ts'
import {
  type WrittenSettings,
  withWritten,
  writtenName,
  writtenValue,
} from '../../telephony/trunks/written-settings.ts'

export interface TrunkDesk {
  readonly store: Store
  readonly sealer: Sealer
  /** RINGKEY_SIP_HOST. */
  readonly sipHost: string
  now(): number
}

/** What a command prints: JSON for programs, text for people. */
export interface TrunkReport {
  readonly json: unknown
  readonly text: string
  readonly failed?: true
}

export interface TrunkChange {
  readonly name: string
  /** `host=sip.example.com`, `calls-at-once=30` … */
  readonly settings: WrittenSettings
  /** null takes it away; undefined leaves it. */
  readonly password?: string | null
}

export async function listTrunks({ store }: TrunkDesk): Promise<TrunkReport> {
  const trunks = await store.trunks()
  const lines = trunks.map(({ name, settings, demo }) => {
    const address = `${settings.host}${settings.port === null ? '' : `:${settings.port}`}`
    const state = settings.enabled ? 'on' : 'off'
    const where = settings.prefixes.length === 0 ? 'everywhere' : settings.prefixes.join(',')
    return `${name}  ${state}  ${settings.transport}  ${demo ? 'simulated carrier' : address}  ${where}`
  })
  return {
    json: trunks.map(shown),
    text: lines.length === 0 ? 'There is no trunk: ringkey trunk add NAME host=…' : lines.join('\n'),
  }
}

/** Every field, and what was learned of the trunk's 183s. */
export async function showTrunk({ store }: TrunkDesk, name: string): Promise<TrunkReport> {
  const record = await find({ store }, name)
  if (record === undefined) return unknown(name)
  const learned = (await store.earlyMedia()).find(({ trunk }) => trunk === name)
  const counts = learned?.counts ?? noEarlyMedia
  const habit = habitOf(counts)
  const calls = totalOf(counts)
  const followed = afterEarlyMediaKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${followedBy[kind]} ${counts[kind]} (${Math.round((counts[kind] / calls) * 100)} %)`)
  const lines = [
    described(record),
    `Learned of 183: ${habitText[habit]}`,
    `  calls with a 183: ${calls}${calls === 0 ? '' : `; ${followed.join(', ')}`}`,
  ]
  return { json: { ...shown(record), early_media: { habit, calls: counts } }, text: lines.join('\n') }
}

const followedBy: Readonly<Record<AfterEarlyMedia, string>> = {
  ringing: 'then 180',
  answer: 'then an answer',
  decline: 'then declined',
  failure: 'then a failure',
  nothing: 'then nothing',
}

const habitText: Readonly<Record<EarlyMediaHabit, string>> = {
  ringing: 'the phone rings (this trunk never sends 180)',
  promise: 'not ringing yet (180 follows)',
  unknown: 'not known yet; flash calls with 183 alone fail and are not charged',
}

export async function addTrunk(desk: TrunkDesk, change: TrunkChange): Promise<TrunkReport> {
  const fault = faultInName(change.name)
  if (fault !== undefined) return refused(fault)
  if ((await find(desk, change.name)) !== undefined) return refused(`There is a trunk ${change.name} already`)
  if (change.settings.host === undefined) return refused('host: expected a host name or an address')
  return save(desk, change, { ...defaultTrunkSettings, host: '' }, null)
}

export async function setTrunk(desk: TrunkDesk, change: TrunkChange): Promise<TrunkReport> {
  const known = await find(desk, change.name)
  if (known === undefined) return unknown(change.name)
  if (known.demo) return refused(`${change.name} is the simulated carrier: RINGKEY_DEMO=off closes it`)
  return save(desk, change, known.settings, known.sealedPassword)
}

export async function removeTrunk(desk: TrunkDesk, name: string): Promise<TrunkReport> {
  if (!(await desk.store.removeTrunk(name))) return unknown(name)
  return { json: { removed: name }, text: `Trunk ${name} and its numbers are removed.` }
}

async function save(
  desk: TrunkDesk,
  { name, settings, password }: TrunkChange,
  before: TrunkSettings,
  sealedBefore: string | null,
): Promise<TrunkReport> {
  const changed = withWritten(before, settings)
  if (typeof changed === 'string') return refused(changed)
  const fault = faultInTrunk(changed) ?? faultInReach(desk.sipHost, changed)
  if (fault !== undefined) return refused(fault)
  const record: TrunkRecord = {
    name,
    demo: false,
    settings: changed,
    sealedPassword:
      password === undefined
        ? sealedBefore
        : password === null
          ? null
          : sealPassword(desk.sealer, name, password),
    updatedAt: desk.now(),
  }
  await desk.store.saveTrunk(record)
  return { json: shown(record), text: described(record) }
}

export async function find(
  { store }: Pick<TrunkDesk, 'store'>,
  name: string,
): Promise<TrunkRecord | undefined> {
  return (await store.trunks()).find((trunk) => trunk.name === name)
}

export function unknown(name: string): TrunkReport {
  return refused(`There is no trunk ${name}: see ringkey trunk list`)
}

export function refused(text: string): TrunkReport {
  return { json: { error: text }, text, failed: true }
}

/** Never the password, not even sealed. */
function shown({ name, demo, settings, sealedPassword }: TrunkRecord) {
  return { name, demo, ...settings, password: sealedPassword === null ? 'none' : 'set' }
}

function described(record: TrunkRecord): string {
  const lines = trunkFields.map(
    (field) => `  ${writtenName(field)} = ${writtenValue(record.settings[field])}`,
  )
  const password = `  password = ${record.sealedPassword === null ? 'none' : 'set'}`
  return [`Trunk ${record.name}`, ...lines, password].join('\n')
}
