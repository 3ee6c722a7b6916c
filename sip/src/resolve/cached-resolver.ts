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
  /** DNS is down: the last query for it failed. */
  readonly isFailing?: boolean
}

/** Caches answers for their time to live, and sends one query for concurrent lookups of the same name. */
export function cachedResolver(inner: Resolver, clock: Clock): Resolver {
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<DnsAnswer<unknown>>>()

  async function ask(key: string, query: () => Promise<DnsAnswer<unknown>>): Promise<DnsAnswer<unknown>> {
    const kept = entries.get(key)
    if (kept !== undefined && kept.untilMs > clock.nowMs()) return kept.answer
    const asked = underWay.get(key) ?? renew(key, query, kept)
    // A query takes seconds to fail: one lookup waits for that, and the others do not until DNS is back.
    return kept?.isFailing ? kept.answer : asked
  }

  function renew(key: string, query: () => Promise<DnsAnswer<unknown>>, kept: Entry | undefined) {
    const asked = query()
      .then((answer) => {
        const seconds = Math.min(Math.max(answer.ttlSeconds, shortestTtlSeconds), longestTtlSeconds)
        entries.delete(key) // moves the entry to the end, as the newest
        entries.set(key, { answer, untilMs: clock.nowMs() + seconds * 1000 })
        if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
        return answer
      })
      .catch((fault: Error) => {
        if (kept === undefined) throw fault
        // An expired answer is better than none (RFC 8767).
        entries.set(key, { ...kept, isFailing: true })
        return kept.answer
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, asked)
    return asked
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
