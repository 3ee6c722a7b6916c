import { isLoopbackHost } from '../../platform/address-list.ts'
import type { PersonRecord } from '../../storage/queries/people.ts'
import type { CabinetDeps } from '../deps.ts'
import { hasSecondFactor } from '../second-factor/has-second-factor.ts'

type Deps = Pick<CabinetDeps, 'settings' | 'demo' | 'publicUrl'>

/** The console of the operator stays closed to operators without a second factor, where the installation demands one. */
export function lacksOperatorFactor(deps: Deps, person: PersonRecord): boolean {
  return person.operator && !hasSecondFactor(person) && isDemanded(deps)
}

function isDemanded({ settings, demo, publicUrl }: Deps): boolean {
  const { RINGKEY_OPERATOR_SECOND_FACTOR: demanded, RINGKEY_HOST: host } = settings
  if (demanded !== 'auto') return demanded === 'on'
  // Behind a proxy on the same machine the service listens on loopback, and only the public address tells.
  const isPrivate = isLoopbackHost(host) && isLoopbackHost(new URL(publicUrl()).hostname)
  return !demo.isOn && !isPrivate
}
