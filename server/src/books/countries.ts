import type { Mode } from './call.ts'

/** Where `/v1.0` offers a mode, as its contract says; a mode that is not listed is offered everywhere. */
const modeCountries: Readonly<Partial<Record<Mode, readonly string[]>>> = {
  voice: ['RU', 'KZ'],
  mix: ['RU'],
}

export function modeServes(mode: Mode, country: string): boolean {
  return modeCountries[mode]?.includes(country) ?? true
}

/** An empty list allows every country. */
export function countryAllowed(
  settings: { readonly allowedCountries: readonly string[] },
  country: string,
): boolean {
  return settings.allowedCountries.length === 0 || settings.allowedCountries.includes(country)
}
