import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import type { CallTerms } from '../calls/call-machine.ts'
import { defaultTimers } from '../calls/timers.ts'
import { type CallMode, defaultRules, type Override, type Row, type TrunkRules } from '../calls/verdict.ts'

/** What was learned of a trunk's calls. */
type TrunkHabits = Pick<TrunkRules, 'earlyMediaRings' | 'sendsMedia'>

/** Calls under the same settings share their terms: thousands of them are open at once. */
const known = new WeakMap<TrunkSettings, CallTerms[]>()

/** The settings of a trunk in the form of the call machines; a trunk that was removed since needs none. */
export function termsOf(settings: TrunkSettings | undefined, mode: CallMode, habits: TrunkHabits): CallTerms {
  if (settings === undefined) return { mode, timers: defaultTimers, rules: defaultRules }
  const own = known.get(settings) ?? []
  const found = own.find(
    ({ rules, ...terms }) =>
      terms.mode === mode &&
      rules.earlyMediaRings === habits.earlyMediaRings &&
      rules.sendsMedia === habits.sendsMedia,
  )
  if (found !== undefined) return found
  const terms = newTerms(settings, mode, habits)
  known.set(settings, [...own, terms])
  return terms
}

function newTerms(
  settings: TrunkSettings,
  mode: CallMode,
  { earlyMediaRings, sendsMedia }: TrunkHabits,
): CallTerms {
  return {
    mode,
    timers: {
      ...defaultTimers,
      responseMs: settings.responseTimeoutMs,
      progressMs: settings.ringingTimeoutMs,
      flashRingMs: settings.flashRingMs,
      earlyMediaWaitMs: settings.earlyMediaWaitMs,
      voiceRingMs: settings.voiceRingMs,
      speechDelayMs: settings.speechDelayMs,
    },
    rules: {
      earlyMediaRings,
      sendsMedia,
      retryUnreachable: settings.unreachableTriesNext,
      overrides: Object.entries(settings.overrides).map(([code, meaning]) => overrideOf(code, meaning)),
    },
  }
}

/** `603` is a status, `q21` a cause. */
function overrideOf(code: string, meaning: string): Override {
  const row = meaning.replace('-', ' ') as Row
  return /^q/i.test(code)
    ? { by: 'cause', code: Number(code.slice(1)), row }
    : { by: 'status', code: Number(code), row }
}
