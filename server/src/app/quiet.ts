import type { Settings } from '../config/settings.ts'
import type { Telephony } from '../telephony/telephony.ts'

/** RINGKEY_QUIET: a restored copy must not register with carriers, call people or send webhooks about old events. */
export function isQuiet(settings: Settings): boolean {
  return settings.RINGKEY_QUIET === 'on'
}

/** Without anything that reaches outside systems or costs money there. */
export function quietSettings(settings: Settings): Settings {
  const silenced = [
    'RINGKEY_SMTP_URL',
    'RINGKEY_TELEGRAM_TOKEN',
    'RINGKEY_LOOKUP_FILE',
    'RINGKEY_HEARTBEAT_URL',
  ]
  const kept = Object.entries(settings).filter(([name]) => !silenced.includes(name))
  return Object.fromEntries(kept) as unknown as Settings
}

/** No SIP at all: every call is refused with code 5. */
export const quietTelephony: Telephony = { plan: () => ({ kind: 'no-way' }), healthy: () => false }
