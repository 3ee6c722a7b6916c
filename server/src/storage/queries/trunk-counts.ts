import { type IdentitySource, identitySources } from '../caller-identity.ts'
import { json, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { inOneOrder } from './one-order.ts'

/** Calls of a trunk by kind, from which its traits are learned. */
export type Counts<K extends string> = Readonly<Record<K, number>>

export interface TrunkCounts<K extends string> {
  readonly trunk: string
  readonly counts: Counts<K>
}

/** How calls of these kinds are counted, for one trait of trunks. */
export class CountRule<K extends string> {
  readonly trait: string
  readonly kinds: readonly K[]
  /** Above this many calls all counts are halved, so that a changed trait of the carrier is learned. */
  readonly maxCalls = 400
  readonly none: Counts<K>

  constructor(trait: string, kinds: readonly K[]) {
    this.trait = trait
    this.kinds = kinds
    this.none = this.#mapped(() => 0)
  }

  total(counts: Counts<K>): number {
    return this.kinds.reduce((sum, kind) => sum + counts[kind], 0)
  }

  add(one: Counts<K>, other: Counts<K>): Counts<K> {
    const sum = this.#mapped((kind) => one[kind] + other[kind])
    return this.total(sum) > this.maxCalls ? this.#mapped((kind) => Math.floor(sum[kind] / 2)) : sum
  }

  #mapped(count: (kind: K) => number): Counts<K> {
    return Object.fromEntries(this.kinds.map((kind) => [kind, count(kind)])) as Counts<K>
  }
}

const traits = tableOf('trunk_traits', { trunk: text, trait: text, counts: json<Counts<string>>() })

/** The counts of each trunk, summed over all nodes. */
const countsBy =
  <K extends string>({ trait }: CountRule<K>) =>
  async (sql: Sql): Promise<TrunkCounts<K>[]> =>
    (await traits.all(sql, 'trunk', { trait })).map(({ trunk, counts }) => ({ trunk, counts }))

/** Adds calls to the counts of their trunks. A trunk that was removed meanwhile is skipped. */
const countingBy =
  <K extends string>(rule: CountRule<K>) =>
  async (sql: Sql, added: readonly TrunkCounts<K>[]): Promise<void> => {
    const { trait, none } = rule
    for (const { trunk, counts } of inOneOrder(added, (each) => each.trunk)) {
      // An update that changes nothing locks the row until the transaction ends.
      const row = await sql.get`INSERT INTO trunk_traits (trunk, trait, counts)
        SELECT name, ${trait}, ${JSON.stringify(none)} FROM trunks WHERE name = ${trunk}
        ON CONFLICT (trunk, trait) DO UPDATE SET counts = trunk_traits.counts RETURNING *`
      if (row === undefined) continue
      const sum = rule.add(traits.of(row).counts, counts)
      await sql.run(...traits.update({ trunk, trait }, { counts: sum }))
    }
  }

/**
 * What can follow a 183. `ringing`: a 180 came in the call, with a 183 or without. `taken`: our CANCEL, after the 183 was
 * taken for ringing. `belied`: a failure after that. `nothing`: we ended the call first.
 */
const afterEarlyMediaKinds = ['ringing', 'answer', 'taken', 'belied', 'failure', 'nothing'] as const
export type AfterEarlyMedia = (typeof afterEarlyMediaKinds)[number]

/** Calls of one trunk with a 183 or a 180, by what followed. */
export interface EarlyMediaCounts extends Counts<AfterEarlyMedia> {
  /** The last calls whose 183 was taken for ringing or answered, the newest last: `1` for one that failed. */
  readonly lately?: string
}
export interface EarlyMediaRecord extends TrunkCounts<AfterEarlyMedia> {
  readonly counts: EarlyMediaCounts
}

class EarlyMediaRule extends CountRule<AfterEarlyMedia> {
  /** So many calls show whether a 183 is rightly taken for ringing. */
  readonly latelyCalls = 20

  override add(one: EarlyMediaCounts, other: EarlyMediaCounts): EarlyMediaCounts {
    const lately = `${latelyOf(one)}${latelyOf(other)}`.slice(-this.latelyCalls)
    return { ...super.add(one, other), lately }
  }
}

/** A single call has none of its own. */
const latelyOf = ({ lately, belied, answer, taken }: EarlyMediaCounts) =>
  lately ?? (belied > 0 ? '1' : answer + taken > 0 ? '0' : '')

export const earlyMediaRule = new EarlyMediaRule('after-183', afterEarlyMediaKinds)
export const earlyMedia: (sql: Sql) => Promise<EarlyMediaRecord[]> = countsBy(earlyMediaRule)
export const countEarlyMedia = countingBy(earlyMediaRule)

/** The header that named the caller; `from-refused`: From alone, which the settings of the trunk do not trust. */
export type CallerSource = IdentitySource | 'from-refused'

/** Incoming calls of one trunk. */
export type CallerSourceCounts = Counts<CallerSource>

export const callerSourceRule = new CountRule<CallerSource>('caller-source', [
  ...identitySources,
  'from-refused',
])
export const callerSources = countsBy(callerSourceRule)
export const countCallerSources = countingBy(callerSourceRule)

/**
 * What came of the peer's media while the code was spoken. `heard`: RTP or RTCP. `silent`: nothing. `refused`: its port
 * was closed (ICMP), so it did not get our speech either.
 */
const mediaSignKinds = ['heard', 'silent', 'refused'] as const
export type MediaSign = (typeof mediaSignKinds)[number]

/** Calls of one trunk in which the code was spoken. */
export type MediaSignCounts = Counts<MediaSign>

export const mediaSignRule = new CountRule<MediaSign>('media', mediaSignKinds)
export const mediaSigns = countsBy(mediaSignRule)
export const countMediaSigns = countingBy(mediaSignRule)
