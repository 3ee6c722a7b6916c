import { isLoopbackHost } from '../../platform/loopback.ts'
import type { TrunkSettings } from '../../storage/trunk-records.ts'

/** Why our SIP socket can never reach the trunk, with the setting to change; undefined when it can. */
export function faultInReach(sipHost: string, { host, proxy }: TrunkSettings): string | undefined {
  const next = proxy === null ? host : proxy.replace(/:\d+$/, '')
  if (!isLoopbackHost(sipHost) || isLoopbackHost(next)) return undefined
  return (
    `host: ${next} cannot be reached from RINGKEY_SIP_HOST ${sipHost}, which is this machine alone: ` +
    'set RINGKEY_SIP_HOST to an address of the network (and RINGKEY_SIP_ADVERTISED behind NAT), then restart'
  )
}
