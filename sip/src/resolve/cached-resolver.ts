import type { Clock } from '../clock.ts'
import type { DnsAnswer, Resolver } from './resolver.ts'

/** A trunk needs about four entries; beyond the limit the oldest is dropped. */
const maxEntries = 1000
/** The minimum time to live: a TTL of 0 would cause a query for each of 4,000 calls per second. */
const shortestTtlSeconds = 1
const longestTtlSeconds = 3600

interface Entry {
  readonly untilMs: number
  readonly answer: DnsAnswer<unknown>
}

/** Caches answers for their time to live, and sends one query for concurrent lookups of the same name. */
export function cachedResolver(inner: Resolver, clock: Clock): Resolver {
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<DnsAnswer<unknown>>>()

  async function ask(key: string, query: () => Promise<DnsAnswer<unknown>>): Promise<DnsAnswer<unknown>> {
    const kept = entries.get(key)
    if (kept !== undefined && kept.untilMs > clock.nowMs()) return kept.answer
    const pending = underWay.get(key)
    if (pending !== undefined) return pending
    const asked = query()
    underWay.set(key, asked)
    try {
      const answer = await asked
      const seconds = Math.min(Math.max(answer.ttlSeconds, shortestTtlSeconds), longestTtlSeconds)
      entries.delete(key) // moves the entry to the end, as the newest
      entries.set(key, { answer, untilMs: clock.nowMs() + seconds * 1000 })
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
      return answer
    } catch (fault) {
      // DNS is down: an expired answer is better than none (RFC 8767).
      if (kept !== undefined) return kept.answer
      throw fault
    } finally {
      underWay.delete(key)
    }
  }

  const remembering =
    <Record>(kind: string, query: (name: string) => Promise<DnsAnswer<Record>>) =>
    (name: string) =>
      ask(`${kind} ${name.toLowerCase()}`, () => query(name)) as Promise<DnsAnswer<Record>>

  return {
    naptr: remembering('NAPTR', (name) => inner.naptr(name)),
    srv: remembering('SRV', (name) => inner.srv(name)),
    addresses: remembering('A', (name) => inner.addresses(name)),
  }
}
