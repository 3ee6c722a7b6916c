import { isIP } from 'node:net'
import type { Resolver, Source } from '@ringkey/sip'
import { AddressList } from '../../platform/address-list.ts'
import type { SipTrunk } from './messages.ts'
import { unbracketed } from './sip-media.ts'

/** Finds the trunk of a message by the addresses of each trunk's host and trusted sources. */
export class TrunkAddresses {
  readonly #resolver: Resolver
  #known: readonly {
    readonly trunk: SipTrunk
    readonly servers: readonly string[]
    readonly addresses: AddressList
  }[] = []

  #lookUps = 0

  constructor(resolver: Resolver) {
    this.#resolver = resolver
  }

  /**
   * Looks up all names again, and returns the sources that are trusted now. A trunk whose name cannot be looked up now
   * keeps only its trusted sources.
   */
  async learn(trunks: readonly SipTrunk[]): Promise<string[]> {
    const lookUp = ++this.#lookUps
    const known = await Promise.all(
      trunks.map(async (trunk) => {
        const servers = await this.#serversOf(trunk)
        const addresses = new AddressList([...trunk.settings.trustedSources, ...servers])
        return { trunk, servers, addresses }
      }),
    )
    // A later call may have newer trunks, and a lookup takes seconds while a name server is down.
    if (lookUp === this.#lookUps) this.#known = known
    return this.#known.flatMap(({ trunk, servers }) => [...trunk.settings.trustedSources, ...servers])
  }

  /** The addresses of its host and its proxy. */
  of(name: string): readonly string[] {
    return this.#known.find(({ trunk }) => trunk.name === name)?.servers ?? []
  }

  /** The trunks whose messages come from this address. */
  trunksAt({ address }: Pick<Source, 'address'>): SipTrunk[] {
    return this.#known.filter(({ addresses }) => addresses.has(address)).map(({ trunk }) => trunk)
  }

  /** Two trunks on one machine are distinguished by the port. */
  trunkOf(source: Pick<Source, 'address' | 'port'>): SipTrunk | undefined {
    const matching = this.trunksAt(source)
    return matching.find((trunk) => isAtPort(trunk, source.port)) ?? matching[0]
  }

  async #serversOf({ settings }: SipTrunk): Promise<string[]> {
    const hosts = [settings.host, ...(settings.proxy === null ? [] : [settings.proxy.replace(/:\d+$/, '')])]
    const looked = await Promise.all(hosts.map((host) => this.#lookUp(unbracketed(host), settings.transport)))
    return looked.flat()
  }

  // RFC 3263 4.2: the servers of a name are those of its SRV records, otherwise the name itself.
  async #lookUp(host: string, transport: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host]
    const service = transport === 'tls' ? '_sips._tcp' : `_sip._${transport}`
    const servers = await this.#resolver.srv(`${service}.${host}`).catch(() => noRecords)
    const names = [host, ...servers.records.map(({ name }) => name)]
    const answers = await Promise.all(
      names.map((name) => this.#resolver.addresses(name).catch(() => noRecords)),
    )
    return answers.flatMap(({ records }) => records)
  }
}

export const isAtPort = ({ settings }: SipTrunk, port: number): boolean => (settings.port ?? 5060) === port

/** DNS is down: no source is trusted by name for now. */
const noRecords = { records: [] }
