import type { ServiceSettings } from '../storage/records.ts'

/** Whose clients a service speaks to: `ucaller` is the public service whose interface this is. */
export type Profile = NonNullable<ServiceSettings['profile']>
export type ErrorStatus = NonNullable<ServiceSettings['errorStatus']>
type Chosen = Pick<ServiceSettings, 'profile' | 'errorStatus'>

/** What holds for services that choose nothing themselves. */
export interface ProfileDefaults {
  readonly profile: Profile
  /** Undefined when the operator set none. */
  readonly errorStatus: ErrorStatus | undefined
}

export function profileOf({ profile }: Pick<Chosen, 'profile'>, defaults: ProfileDefaults): Profile {
  return profile ?? defaults.profile
}

/** The service's own setting, then its own profile, then what the operator set, then the profile of the installation. */
export function errorStatusOf(chosen: Chosen, defaults: ProfileDefaults): ErrorStatus {
  if (chosen.errorStatus !== null) return chosen.errorStatus
  if (chosen.profile === 'ucaller') return '200'
  return defaults.errorStatus ?? (profileOf(chosen, defaults) === 'ucaller' ? '200' : 'mirror')
}

/** Of a caller whose service is not known. */
export const nobody: Chosen = { profile: null, errorStatus: null }
