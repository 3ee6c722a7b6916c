import { type KnownSettings, knownSettings } from '../config/setting-changes.ts'
import { fullVersion } from '../platform/version.ts'

/** What a start leaves in the store about its version, for the `ringkey upgrade-check` of a later one. */
export interface ReleaseRecord {
  readonly version: string
  readonly settings: KnownSettings
}

export function releaseRecord(): string {
  return JSON.stringify({ version: fullVersion, settings: knownSettings() } satisfies ReleaseRecord)
}
