import { isIP } from 'node:net'
import { isLoopbackHost } from '../../platform/address-list.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'

type NextHop = Pick<TrunkSettings, 'host' | 'proxy'>

const nextHost = ({ host, proxy }: NextHop) => (proxy === null ? host : proxy.replace(/:\d+$/, ''))

/** Whether calls over the trunk stay on this machine. Names below `localhost` do too (RFC 6761 6.3). */
export function isOnThisMachine(settings: NextHop): boolean {
  const host = nextHost(settings)
  return isLoopbackHost(host) || host.toLowerCase().endsWith('.localhost')
}

/**
 * Why our SIP sockets can never reach the trunk, with the setting to change; undefined when they can. `sipHosts` are the
 * addresses of RINGKEY_SIP_HOST.
 */
export function reachabilityFault(sipHosts: readonly string[], settings: NextHop): string | undefined {
  const next = nextHost(settings)
  const where = sipHosts.join(',')
  const family = isIP(next.replace(/^\[(.*)\]$/, '$1'))
  // A host name to listen on counts as IPv4.
  const ways = family === 0 ? sipHosts : sipHosts.filter((address) => (isIP(address) || 4) === family)
  if (ways.length === 0) {
    return (
      `host: ${next} cannot be reached from RINGKEY_SIP_HOST ${where}, which has no IPv${family} address: ` +
      'add one, such as 0.0.0.0,:: for both (and RINGKEY_SIP_ADVERTISED), then restart'
    )
  }
  if (!ways.every((address) => isLoopbackHost(address)) || isOnThisMachine(settings)) return undefined
  return (
    `host: ${next} cannot be reached from RINGKEY_SIP_HOST ${where}, which is this machine alone: ` +
    'set RINGKEY_SIP_HOST to an address of the network (and RINGKEY_SIP_ADVERTISED behind NAT), then restart'
  )
}
