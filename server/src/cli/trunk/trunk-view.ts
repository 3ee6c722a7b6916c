import { namesOf } from '../../fields/field.ts'
import { trunkFields } from '../../fields/trunk-fields.ts'
import { writtenName, writtenValue } from '../../fields/written.ts'
import type { OperationContext } from '../../operations/operation.ts'
import { findTrunk, noTrunk, trunkView } from '../../operations/trunks.ts'
import type { CountedRoute } from '../../quality/route-counts.ts'
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
import {
  type AssertionTrait,
  assertionTraitOf,
  type EarlyMediaTrait,
  earlyMediaTraitOf,
  needsDecision,
  sendsMedia,
} from '../../telephony/routing/learned-traits.ts'
import { measuredRate } from '../../telephony/routing/route-quality.ts'
import type { Report } from '../command.ts'

type TrunkView = ReturnType<typeof trunkView>

/** Every field, what was learned about the trunk's 183s, caller headers and media, and its quality by destination. */
export async function showTrunk({ store }: Pick<OperationContext, 'store'>, name: string): Promise<Report> {
  const record = await findTrunk(store, name)
  if (record === undefined) throw noTrunk(name)
  const trunk = trunkView(record)
  const [earlyMedia, callerSources, mediaSigns, routes] = await Promise.all([
    store.earlyMedia(),
    store.callerSources(),
    store.mediaSigns(),
    store.routeCountsSince(0),
  ])
  const isOwn = ({ trunk: of }: { readonly trunk: string }) => of === name
  const own = routes
    .filter(isOwn)
    .sort((a, b) => b.counts.trials - a.counts.trials)
    .slice(0, maxDestinations)
  const early = earlyMedia.find(isOwn)?.counts ?? earlyMediaRule.none
  const callers = callerSources.find(isOwn)?.counts ?? callerSourceRule.none
  const media = mediaSigns.find(isOwn)?.counts ?? mediaSignRule.none
  return {
    json: {
      ...trunkJson(trunk),
      early_media: { trait: earlyMediaTraitOf(early), calls: early },
      caller_sources: { trait: assertionTraitOf(callers), calls: callers },
      media: { sends_media: sendsMedia(media), calls: media },
      quality: own.map(({ trunk: _, at: __, counts, ...to }) => ({ ...to, ...measuredRate(counts) })),
    },
    text: [
      trunkText(trunk),
      ...earlyMediaLines(record.settings.earlyMediaIsRinging, early),
      ...callerSourceLines(callers, record),
      ...mediaLines(media),
      ...qualityLines(own),
    ].join('\n'),
  }
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
    `Learned of 183: ${traitText[earlyMediaTraitOf(counts)]}`,
    `  calls with a 180 or 183: ${shares(earlyMediaRule, counts, followedBy)}`,
    ...(needsDecision(setting, counts)
      ? ['  If phones rang in these calls, set early-media-is-ringing=yes.']
      : []),
  ]
}

function callerSourceLines(counts: CallerSourceCounts, { name, settings }: TrunkRecord): string[] {
  const refused = counts['from-refused']
  const hint = `  From is not trusted (from-trust=${settings.fromTrust}, incoming-format=${settings.incomingFormat}), so callers whom nothing else names confirm nothing. If the carrier checks From: ringkey trunk set ${name} from-trust=screened`
  return [
    `Learned of callers: ${assertionText[assertionTraitOf(counts)]}`,
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
function shares<K extends string>(rule: CountRule<K>, counts: Counts<K>, words: Readonly<Record<K, string>>) {
  const calls = rule.total(counts)
  const parts = rule.kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${words[kind]} ${counts[kind]} (${Math.round((counts[kind] / calls) * 100)} %)`)
  return calls === 0 ? '0' : `${calls}; ${parts.join(', ')}`
}

const followedBy: Readonly<Record<AfterEarlyMedia, string>> = {
  ringing: '180',
  answer: '183, then an answer',
  taken: '183 that counted as ringing',
  belied: '183 that counted as ringing, then a failure',
  failure: '183, then a failure',
  nothing: '183, then nothing',
}

const mediaText: Readonly<Record<MediaSign, string>> = {
  heard: 'RTP or RTCP came',
  silent: 'nothing came',
  refused: 'our RTP was refused',
}

const traitText: Readonly<Record<EarlyMediaTrait, string>> = {
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

const assertionText: Readonly<Record<AssertionTrait, string>> = {
  asserts: 'asserts who calls; a call without it is scored lower',
  'never-asserts': 'never asserts who calls',
  mixed: 'asserts who calls now and then',
  unknown: 'not known yet (fewer than 20 incoming calls)',
}

/** Never the password, not even encrypted. */
export function trunkJson({ name, demo, settings, hasPassword }: TrunkView) {
  return { name, demo, ...settings, password: hasPassword ? 'set' : 'none' }
}

export function trunkText({ name: trunk, settings, hasPassword }: TrunkView): string {
  const lines = namesOf(trunkFields).map(
    (name) => `  ${writtenName(name)} = ${writtenValue(trunkFields[name], settings[name])}`,
  )
  return [`Trunk ${trunk}`, ...lines, `  password = ${hasPassword ? 'set' : 'none'}`].join('\n')
}
