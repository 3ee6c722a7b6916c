import type { PhoneLimitRules } from '../books/number-limit.ts'
import type { Settings } from '../config/settings.ts'
import type { Figures } from '../http/documents/prose.ts'
import { hourMs } from '../platform/clock.ts'

/** The operator's settings that appear in the documents. */
export const figuresOf = (settings: Settings): Figures => ({
  ratePerSecond: settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond,
  serviceRatePerSecond: settings.RINGKEY_SERVICE_LIMIT.requestsPerSecond,
  numberLimits: numberLimits(settings),
  publicUrl: settings.RINGKEY_PUBLIC_URL?.replace(/\/+$/, ''),
  errorStatus: settings.RINGKEY_ERROR_STATUS,
  profile: settings.RINGKEY_PROFILE,
})

export function numberLimits({
  RINGKEY_NUMBER_LIMIT,
  RINGKEY_NUMBER_TOTAL_LIMIT,
}: Settings): PhoneLimitRules {
  const ruleOf = ({ gapSeconds, perMinute, perDay }: typeof RINGKEY_NUMBER_TOTAL_LIMIT) => ({
    gapMs: gapSeconds * 1000,
    perMinute,
    perDay,
  })
  return {
    ...ruleOf(RINGKEY_NUMBER_LIMIT),
    blockMs: RINGKEY_NUMBER_LIMIT.restHours * hourMs,
    everywhere: { ...ruleOf(RINGKEY_NUMBER_TOTAL_LIMIT), blockMs: 0 },
  }
}
