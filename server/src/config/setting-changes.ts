import { fullVersion } from '../platform/version.ts'
import { settingTable } from './settings.ts'

/** Every setting of a version with its default; null is none. Values of an installation are not in it. */
export type KnownSettings = Readonly<Record<string, unknown>>

export interface SettingChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly defaults: readonly { readonly name: string; readonly was: unknown; readonly is: unknown }[]
}

export function knownSettings(): KnownSettings {
  return Object.fromEntries(
    Object.entries(settingTable).map(([name, { fallback }]: [string, { fallback?: unknown }]) => [
      name,
      fallback ?? null,
    ]),
  )
}

/** What a start leaves in the store about its version, for the `ringkey upgrade-check` of a later one. */
export interface ReleaseRecord {
  readonly version: string
  readonly settings: KnownSettings
}

export const releaseRecord = (): ReleaseRecord => ({ version: fullVersion, settings: knownSettings() })

export function settingChanges(before: KnownSettings, now: KnownSettings): SettingChanges {
  const isOther = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  return {
    added: Object.keys(now).filter((name) => !(name in before)),
    removed: Object.keys(before).filter((name) => !(name in now)),
    defaults: Object.keys(now)
      .filter((name) => name in before && isOther(before[name], now[name]))
      .map((name) => ({ name, was: before[name], is: now[name] })),
  }
}
