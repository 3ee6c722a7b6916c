import type { CabinetParts } from './parts.ts'
import type { Entrance } from './views/me.ts'

export function signUpMode({ settings, demo }: Pick<CabinetParts, 'settings' | 'demo'>): Entrance['signUp'] {
  if (settings.RINGKEY_SIGN_UP !== 'auto') return settings.RINGKEY_SIGN_UP
  return demo.isOn ? 'open' : 'invite'
}
