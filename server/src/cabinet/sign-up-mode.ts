import type { CabinetParts } from './parts.ts'
import type { Entrance } from './views/me.ts'

export function signUpMode({
  settings,
  isDemo,
}: Pick<CabinetParts, 'settings' | 'isDemo'>): Entrance['signUp'] {
  if (settings.RINGKEY_SIGN_UP !== 'auto') return settings.RINGKEY_SIGN_UP
  return isDemo ? 'open' : 'invite'
}
