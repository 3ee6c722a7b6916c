// `ringkey trunk add|list|show|set|remove`, beside the running service, which notices within 2 s.
import { namesOf } from '../../fields/field.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { readWritten, writtenName, writtenValue } from '../../fields/written.ts'
import type { Operating } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import * as trunks from '../../operations/trunks.ts'
import type { CountedRoute } from '../../quality/route-counts.ts'
import { OperationRefused } from '../../storage/operation-refused.ts'
import {
  type AfterEarlyMedia,
  type CallerSource,
  type CallerSourceCounts,
  type CountRule,
  type Counts,
  callerSourceRule,
  type EarlyMediaCounts,
  earlyMediaRule,
  type MediaSign,
  type MediaSignCounts,
  mediaSignRule,
} from '../../storage/queries/trunk-counts.ts'
import type { TrunkRecord, TrunkSettings } from '../../storage/queries/trunks.ts'
import { simulatorTrunk } from '../../telephony/demo-trunk.ts'
import { type AssertionHabit, assertionHabitOf } from '../../telephony/routing/assertion-habit.ts'
import { type EarlyMediaHabit, habitOf, needsDecision } from '../../telephony/routing/early-media-habit.ts'
import { sendsMedia } from '../../telephony/routing/media-habit.ts'
import { measuredRate } from '../../telephony/routing/route-quality.ts'
import type { TrunkPreset } from '../../telephony/trunks/trunk-presets.ts'
import type { Report } from '../command.ts'
import { refusalText } from '../refusal-text.ts'

/** The output of a command: JSON for programs, text for people. */
export interface TrunkReport {
  readonly json: unknown
  readonly text: string
  readonly failed?: true
}

export interface TrunkChange {
  readonly name: string
  /** `host=sip.example.com`, `calls-at-once=30` … */
  readonly settings: Readonly<Record<string, string>>
  /** The preset of the new trunk; typed settings override it. */
  readonly preset?: TrunkPreset
  /** null removes it; undefined keeps it. */
  readonly password?: string | null
}

export async function listTrunks({ store }: Operating): Promise<TrunkReport> {
  const trunks = await store.trunks()
  const lines = trunks.map(({ name, settings, demo }) => {
    const address = `${settings.host}${settings.port === null ? '' : `:${settings.port}`}`
    const state = settings.enabled ? 'on' : 'off'
    const where = settings.prefixes.length === 0 ? 'everywhere' : settings.prefixes.join(',')
    return `${name}  ${state}  ${settings.transport}  ${demo && name === simulatorTrunk ? 'simulated carrier' : address}${demo ? '  demo' : ''}  ${where}`
  })
  return {
    json: trunks.map(shown),
    text: lines.length === 0 ? 'There is no trunk: ringkey trunk add NAME host=…' : lines.join('\n'),
  }
}

/** Every field, what was learned about the trunk's 183s, caller headers and media, and its quality by destination. */
export function showTrunk({ store }: Pick<Operating, 'store'>, name: string): Promise<TrunkReport> {
  return reported(async () => {
    const record = await trunks.findTrunk(store, name)
    if (record === undefined) throw trunks.noTrunk(name)
    const [earlyMedia, callerSources, mediaSigns, routes] = await Promise.all([
      store.earlyMedia(),
      store.callerSources(),
      store.mediaSigns(),
      store.routeCountsSince(0),
    ])
    const own = routes
      .filter(({ trunk }) => trunk === name)
      .sort((a, b) => b.counts.trials - a.counts.trials)
      .slice(0, maxDestinations)
    const early = earlyMedia.find(({ trunk }) => trunk === name)?.counts ?? earlyMediaRule.none
    const callers = callerSources.find(({ trunk }) => trunk === name)?.counts ?? callerSourceRule.none
    const media = mediaSigns.find(({ trunk }) => trunk === name)?.counts ?? mediaSignRule.none
    return {
      json: {
        ...shown(record),
        early_media: { habit: habitOf(early), calls: early },
        caller_sources: { habit: assertionHabitOf(callers), calls: callers },
        media: { sends_media: sendsMedia(media), calls: media },
        quality: own.map(({ mode, country, operator, counts }) => ({
          mode,
          country,
          operator,
          ...measuredRate(counts),
        })),
      },
      text: [
        described(record),
        ...earlyMediaLines(record.settings.earlyMediaIsRinging, early),
        ...callerSourceLines(callers, record),
        ...mediaLines(media),
        ...qualityLines(own),
      ].join('\n'),
    }
  })
}

/** The destinations with the most recent calls. */
const maxDestinations = 20

function qualityLines(routes: readonly CountedRoute[]): string[] {
  return routes.map(({ mode, country, operator, counts }) => {
    const { rate, of, by } = measuredRate(counts)
    const share = rate === null ? 'no calls' : `${Math.round(rate * 100)} % of ${of} ${by}`
    return `Lately: ${mode} to ${[country, operator].filter((part) => part !== '').join(' ')}: ${share}`
  })
}

function earlyMediaLines(setting: TrunkSettings['earlyMediaIsRinging'], counts: EarlyMediaCounts): string[] {
  return [
    `Learned of 183: ${habitText[habitOf(counts)]}`,
    `  calls with a 183: ${shares(earlyMediaRule, counts, followedBy)}`,
    ...(needsDecision(setting, counts)
      ? ['  If phones rang in these calls, set early-media-is-ringing=yes.']
      : []),
  ]
}

function callerSourceLines(counts: CallerSourceCounts, { name, settings }: TrunkRecord): string[] {
  const refused = counts['from-refused']
  const hint = `  From is not trusted (from-trust=${settings.fromTrust}, incoming-format=${settings.incomingFormat}), so callers whom nothing else names confirm nothing. If the carrier checks From: ringkey trunk set ${name} from-trust=screened`
  return [
    `Learned of callers: ${assertionText[assertionHabitOf(counts)]}`,
    `  incoming calls: ${shares(callerSourceRule, counts, sourceText)}`,
    ...(refused > 0 ? [hint] : []),
  ]
}

function mediaLines(counts: MediaSignCounts): string[] {
  return [
    `Learned of media: ${sendsMedia(counts) ? 'sends some; a voice call without it is suspect' : 'not known to send any'}`,
    `  spoken codes: ${shares(mediaSignRule, counts, mediaText)}`,
  ]
}

/** `7; then 180 5 (71 %), then nothing 2 (29 %)` */
function shares<K extends string>(
  rule: CountRule<K>,
  counts: Counts<K>,
  words: Readonly<Record<K, string>>,
): string {
  const calls = rule.total(counts)
  const parts = rule.kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${words[kind]} ${counts[kind]} (${Math.round((counts[kind] / calls) * 100)} %)`)
  return calls === 0 ? '0' : `${calls}; ${parts.join(', ')}`
}

const followedBy: Readonly<Record<AfterEarlyMedia, string>> = {
  ringing: 'then 180',
  answer: 'then an answer',
  decline: 'then declined',
  failure: 'then a failure',
  nothing: 'then nothing',
}

const mediaText: Readonly<Record<MediaSign, string>> = {
  heard: 'RTP or RTCP came',
  silent: 'nothing came',
  refused: 'our RTP was refused',
}

const habitText: Readonly<Record<EarlyMediaHabit, string>> = {
  ringing: 'the phone rings (this trunk never sends 180)',
  promise: 'not ringing yet (180 follows)',
  unknown: 'not known yet; flash calls with 183 alone fail and are not charged',
}

const sourceText: Readonly<Record<CallerSource, string>> = {
  asserted: 'P-Asserted-Identity',
  'remote-party': 'Remote-Party-ID',
  from: 'From',
  none: 'no number believed',
  'from-refused': 'From alone, not trusted',
}

const assertionText: Readonly<Record<AssertionHabit, string>> = {
  asserts: 'asserts who calls; a call without it is scored lower',
  'never-asserts': 'never asserts who calls',
  mixed: 'asserts who calls now and then',
  unknown: 'not known yet (fewer than 20 incoming calls)',
}

export function addTrunk(
  context: trunks.TrunkOperating,
  change: TrunkChange & { readonly demo?: boolean },
): Promise<TrunkReport> {
  return saved(context, change, (typed) =>
    perform(context, trunks.addTrunk, { ...typed, demo: change.demo === true }),
  )
}

export function setTrunk(context: trunks.TrunkOperating, change: TrunkChange): Promise<TrunkReport> {
  return saved(context, change, (typed) => perform(context, trunks.changeTrunk, typed))
}

export function removeTrunk(context: Operating, name: string): Promise<TrunkReport> {
  return reported(async () => {
    await perform(context, trunks.removeTrunk, { name })
    return { json: { removed: name }, text: `Trunk ${name} and its numbers are removed.` }
  })
}

async function saved(
  { store }: Operating,
  change: TrunkChange,
  save: (typed: {
    name: string
    settings: Record<string, unknown>
    password?: string | null
  }) => Promise<unknown>,
): Promise<TrunkReport> {
  const names = namesOf(trunkFields)
  const settings: Record<string, unknown> = {}
  for (const [typed, text] of Object.entries(change.settings)) {
    const name = names.find((known) => writtenName(known) === typed || known === typed)
    if (name === undefined)
      return refused(`${typed}: there is no such field; there are ${names.map(writtenName).join(', ')}`)
    settings[name] = readWritten(trunkFields[name], text)
  }
  return reported(async () => {
    const { name, password, preset } = change
    await save({
      name,
      settings: { ...preset, ...settings },
      ...(password === undefined ? {} : { password }),
    })
    const record = (await trunks.findTrunk(store, name))!
    return { json: shown(record), text: described(record) }
  })
}

/** The report of an operation, or of why it was refused. */
export async function reported<R extends Report>(run: () => Promise<R>): Promise<R | TrunkReport> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof OperationRefused) return refused(refusalText(error))
    throw error
  }
}

export function refused(text: string): TrunkReport {
  return { json: { error: text }, text, failed: true }
}

/** Never the password, not even encrypted. */
function shown({ name, demo, settings, sealedPassword }: TrunkRecord) {
  return { name, demo, ...settings, password: sealedPassword === null ? 'none' : 'set' }
}

function described(record: TrunkRecord): string {
  const lines = namesOf(trunkFields).map(
    (name) => `  ${writtenName(name)} = ${writtenValue(trunkFields[name], record.settings[name])}`,
  )
  const password = `  password = ${record.sealedPassword === null ? 'none' : 'set'}`
  return [`Trunk ${record.name}`, ...lines, password].join('\n')
}
