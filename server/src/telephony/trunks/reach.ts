import { BlockList, isIP } from 'node:net'
import type { TrunkSettings } from '../../storage/trunk-records.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  return family === 0 ? bare === 'localhost' : loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** Why our SIP socket can never reach the trunk, with the setting to change; undefined when it can. */
export function faultInReach(sipHost: string, { host, proxy }: TrunkSettings): string | undefined {
  const next = proxy === null ? host : proxy.replace(/:\d+$/, '')
  if (!isLoopback(sipHost) || isLoopback(next)) return undefined
  return (
    `host: ${next} cannot be reached from RINGKEY_SIP_HOST ${sipHost}, which is this machine alone: ` +
    'set RINGKEY_SIP_HOST to an address of the network (and RINGKEY_SIP_ADVERTISED behind NAT), then restart'
  )
}
