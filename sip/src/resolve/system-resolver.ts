import { Resolver as DnsClient, lookup } from 'node:dns/promises'
import { setTimeout as after } from 'node:timers/promises'
import type { DnsAnswer, Resolver } from './resolver.ts'

const queryTimeoutMs = 2000
const queryTries = 2
/** How long after those of one family the addresses of the other may come: some servers drop AAAA queries (RFC 4074 4.1). */
const otherFamilyMs = 300
const late: never[] = []
/** Node returns the TTL for addresses only; other records are cached for a minute. */
const assumedTtlSeconds = 60
/** RFC 2308 5 allows up to the SOA minimum; a short time lets a new name be found soon. */
const negativeTtlSeconds = 10

/** Uses the machine's name servers or the given ones, and for addresses also the machine's hosts file. */
export function systemResolver(nameServers: readonly string[] = []): Resolver {
  const client = new DnsClient({ timeout: queryTimeoutMs, tries: queryTries })
  if (nameServers.length > 0) client.setServers(nameServers)
  return {
    naptr: (name) => answered(client.resolveNaptr(name)),
    srv: (name) => answered(client.resolveSrv(name)),
    async addresses(name) {
      const asked = [client.resolve4(name, { ttl: true }), client.resolve6(name, { ttl: true })] as const
      const inTime = <T>(one: Promise<T[]>, other: Promise<unknown>) =>
        Promise.race([
          one,
          other.then(
            () => after(otherFamilyMs, late, { ref: false }),
            () => one,
          ),
        ])
      const [v4, v6] = await Promise.allSettled([inTime(asked[0], asked[1]), inTime(asked[1], asked[0])])
      const found = [v4, v6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      if (found.length === 0) {
        const answer = await fromHostsFile(name)
        // That the machine does not know a name says nothing when the name servers are down.
        const down = [v4, v6].find((one) => one.status === 'rejected' && !isUnknownName(one.reason))
        if (answer.records.length === 0 && down?.status === 'rejected') throw down.reason
        return answer
      }
      return {
        records: found.map(({ address }) => address),
        // What came late is asked for again soon.
        ttlSeconds: Math.min(
          ...found.map(({ ttl }) => ttl),
          ...[v4, v6].map((one) =>
            one.status === 'fulfilled' && one.value === late ? negativeTtlSeconds : Infinity,
          ),
        ),
      }
    },
  }
}

/** Names that only the system can resolve: the hosts file, and local networks (containers, mDNS). */
async function fromHostsFile(name: string): Promise<DnsAnswer<string>> {
  const { records, ttlSeconds } = await answered(lookup(name, { all: true, order: 'verbatim' }))
  return { records: records.map(({ address }) => address), ttlSeconds }
}

async function answered<Record>(query: Promise<Record[]>): Promise<DnsAnswer<Record>> {
  try {
    const records = await query
    return { records, ttlSeconds: records.length === 0 ? negativeTtlSeconds : assumedTtlSeconds }
  } catch (error) {
    if (isUnknownName(error)) return { records: [], ttlSeconds: negativeTtlSeconds }
    throw error
  }
}

const isUnknownName = (error: unknown) =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')
