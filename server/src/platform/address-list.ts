import { BlockList, isIP } from 'node:net'

/** A set of addresses and ranges. */
export class AddressList {
  readonly #list = new BlockList()
  readonly isEmpty: boolean

  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0
    for (const entry of entries) {
      const [address, bits] = entry.split('/') as [string, string | undefined]
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) this.#list.addAddress(address, family)
      else this.#list.addSubnet(address, Number(bits), family)
    }
  }

  has(address: string): boolean {
    return !this.isEmpty && this.#list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isAddressOrRange(text: string): boolean {
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address ?? '')
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or address, in brackets or not, is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  return family === 0 ? bare === 'localhost' : loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}
