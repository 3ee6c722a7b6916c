import type { TrunkSettings } from '../../storage/trunk-records.ts'
import type { CallTerms } from '../calls/call-machine.ts'
import { defaultTimers } from '../calls/timers.ts'
import { type CallMode, defaultRules, type Override, type Row } from '../calls/verdict.ts'

/** Calls under the same settings share their terms: thousands of them are open at once. */
const known = new WeakMap<TrunkSettings, CallTerms[]>()

/** The settings of a trunk in the form of the call machines; a trunk that was removed since needs none. */
export function termsOf(
  settings: TrunkSettings | undefined,
  mode: CallMode,
  earlyMediaRings: boolean,
): CallTerms {
  if (settings === undefined) return { mode, timers: defaultTimers, rules: defaultRules }
  const own = known.get(settings) ?? []
  const found = own.find((terms) => terms.mode === mode && terms.rules.earlyMediaRings === earlyMediaRings)
  if (found !== undefined) return found
  const terms = newTerms(settings, mode, earlyMediaRings)
  known.set(settings, [...own, terms])
  return terms
}

function newTerms(settings: TrunkSettings, mode: CallMode, earlyMediaRings: boolean): CallTerms {
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
      retryUnreachable: settings.unreachableTriesNext,
      overrides: Object.entries(settings.overrides).map(([code, meaning]) => overrideOf(code, meaning)),
    },
  }
}

/** `603` is a status, `q21` a cause. */
function overrideOf(code: string, meaning: string): Override {
  const row = meaning.replace('-', ' ') as Row
  return code.startsWith('q')
    ? { by: 'cause', code: Number(code.slice(1)), row }
    : { by: 'status', code: Number(code), row }
}
