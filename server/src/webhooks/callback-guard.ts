import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { AddressList } from '../platform/address-list.ts'

/**
 * Address space where no public receiver lives (IANA special-purpose registries for IPv4 and IPv6).
 * 2002::/16 and 64:ff9b::/96 carry IPv4 addresses inside and are refused whole. ::ffff:0:0/96 is not listed:
 * Node's BlockList judges a mapped address by the rules for IPv4, and would judge all of IPv4 by that range.
 */
const notPublic = new AddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])

const lookupTimeoutMs = 2_000

export type Lookup = (name: string) => Promise<readonly string[]>

const systemLookup: Lookup = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** Says whether a web-hook may be sent to a URL. The URL parser has already resolved odd spellings of IPv4. */
export class CallbackGuard {
  readonly #allowed: AddressList
  readonly #lookup: Lookup

  constructor(allowedRanges: readonly string[], lookupNames: Lookup = systemLookup) {
    this.#allowed = new AddressList(allowedRanges)
    this.#lookup = lookupNames
  }

  isAllowedAddress(address: string): boolean {
    return this.#allowed.has(address) || !notPublic.has(address)
  }

  /** At the request: a name that resolves to a forbidden address is refused; one that does not resolve yet may later. */
  async isAllowed(url: URL): Promise<boolean> {
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    if (host === '') return false
    if (isIP(host) !== 0) return this.isAllowedAddress(host)
    const addresses = await this.#resolve(host)
    return addresses.every((address) => this.isAllowedAddress(address))
  }

  async #resolve(host: string): Promise<readonly string[]> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<readonly string[]>((resolve) => {
      timer = setTimeout(resolve, lookupTimeoutMs, [])
    })
    try {
      return await Promise.race([this.#lookup(host), late])
    } catch {
      return []
    } finally {
      clearTimeout(timer)
    }
  }
}
