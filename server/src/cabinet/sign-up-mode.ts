import type { CabinetDeps } from './deps.ts'
import type { Entrance } from './views/me.ts'

export function signUpMode({ settings, demo }: Pick<CabinetDeps, 'settings' | 'demo'>): Entrance['signUp'] {
  if (settings.RINGKEY_SIGN_UP !== 'auto') return settings.RINGKEY_SIGN_UP
  return demo.isOn ? 'open' : 'invite'
}
