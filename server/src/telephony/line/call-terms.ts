import type { TrunkSettings } from '../../storage/trunk-records.ts'
import type { CallTerms } from '../calls/call-machine.ts'
import { defaultTimers } from '../calls/timers.ts'
import { type CallMode, defaultRules, type Override, type Row } from '../calls/verdict.ts'

/** The settings of a trunk in the form of the call machines; a trunk that was removed since needs none. */
export function termsOf(
  settings: TrunkSettings | undefined,
  mode: CallMode,
  earlyMediaRings: boolean,
): CallTerms {
  if (settings === undefined) return { mode, timers: defaultTimers, rules: defaultRules }
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
