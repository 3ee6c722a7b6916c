import type { ServiceSettings } from '../storage/queries/services.ts'

/** The kind of clients that a service has: `ucaller` is the public service whose interface this is. */
export type Profile = NonNullable<ServiceSettings['profile']>
export type ErrorStatus = NonNullable<ServiceSettings['errorStatus']>
type Chosen = Pick<ServiceSettings, 'profile' | 'errorStatus'>

/** The defaults for services without a choice of their own. */
export interface ProfileDefaults {
  readonly profile: Profile
  /** Undefined when the operator set none. */
  readonly errorStatus: ErrorStatus | undefined
}

export function profileOf({ profile }: Pick<Chosen, 'profile'>, defaults: ProfileDefaults): Profile {
  return profile ?? defaults.profile
}

/** In order: the service's own setting, its own profile, the operator's setting, the profile of the installation. */
export function errorStatusOf(chosen: Chosen, defaults: ProfileDefaults): ErrorStatus {
  if (chosen.errorStatus !== null) return chosen.errorStatus
  if (chosen.profile === 'ucaller') return '200'
  return defaults.errorStatus ?? (profileOf(chosen, defaults) === 'ucaller' ? '200' : 'mirror')
}

/** For a caller whose service is unknown. */
export const unknownService: Chosen = { profile: null, errorStatus: null }
