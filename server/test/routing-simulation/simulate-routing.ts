import { SeededRandom } from '../../../sip/test/simulation/seeded-random.ts'
import { dayMs, secondMs } from '../../src/platform/clock.ts'
import {
  type AccountCounts,
  bounded,
  type CountedRoute,
  noCounts,
  type RouteCounts,
  sumOf,
  withCalls,
} from '../../src/quality/route-counts.ts'
import { defaultTrunkSettings } from '../../src/storage/queries/trunks.ts'
import { CallerPool } from '../../src/telephony/pool/caller-pool.ts'
import { NumberUse, RecentCodes } from '../../src/telephony/pool/number-use.ts'
import { LiveTrunk } from '../../src/telephony/routing/live-trunk.ts'
import { findRoutes } from '../../src/telephony/routing/router.ts'
import { costOf, parsePrice } from '../../src/telephony/trunks/trunk-price.ts'
import { carriers, operators, trueRates } from './carriers.ts'

const trunkNames = Object.keys(carriers)
const operatorNames = Object.keys(operators)
const e164 = '79161234567'

/** When results become known after the call, and how often nodes read the counts. */
const delays = { delivered: 8 * secondMs, approved: 25 * secondMs, given: 300 * secondMs }
const refreshMs = 5 * secondMs
/** The share of calls whose check we learn of: calls, and calls with feedback. */
const checkedShare = 0.6

export interface Simulation {
  readonly calls: number
  readonly days: number
  readonly seed: number
}

export interface Simulated {
  /** Expected by the true rates of the trunks that were chosen, so that two ways differ by their choices alone. */
  readonly approvals: number
  readonly costUnits: number
  /** Calls of each trunk. */
  readonly used: Readonly<Record<string, number>>
}

type Choose = (operator: string, at: number) => string

/** Every trunk gets the same share, as trunks of equal cost did before their quality was counted. */
export function evenly({ seed }: Simulation): Choose {
  const random = new SeededRandom(seed + 1)
  return () => trunkNames[random.below(trunkNames.length)]!
}

/** Knows the true rates: the best trunk, or the cheapest of those that are good enough. */
export function oracle(wantedQuality: number): Choose {
  return (operator, at) => {
    const rates = trunkNames.map((name) => {
      const { delivery, conversion } = trueRates(name, operator, at)
      return delivery * conversion
    })
    const wanted = wantedQuality * Math.max(...rates)
    // Carriers are listed cheapest first.
    return trunkNames[rates.findIndex((rate) => rate >= wanted)]!
  }
}

/** A week of calls over carriers that fail in planted ways, chosen by somebody who sees nothing of the results. */
export function simulate(simulation: Simulation, choose: Choose): Simulated {
  const sum = new Sum()
  for (const { operator, at } of callsOf(simulation)) sum.add(choose(operator, at), operator, at)
  return sum
}

/** The same week through the router, which learns from results when they become known. */
export function simulateRouter(
  simulation: Simulation,
  wantedQuality: number,
  written: (name: string) => Readonly<Record<string, string>> = () => ({}),
): Simulated {
  const seeded = new SeededRandom(simulation.seed + 2)
  const random = {
    below: (bound: number) => seeded.below(bound),
    bytes: (count: number) => Buffer.alloc(count),
  }
  const trunks = trunkNames.map(
    (name) =>
      new LiveTrunk({
        name,
        demo: false,
        settings: {
          ...defaultTrunkSettings,
          host: '192.0.2.1',
          prices: { '*': carriers[name]!.price },
          routing: written(name),
        },
        sealedPassword: null,
        updatedAt: 0,
      }),
  )
  const ranges = [{ first: 74951230000, last: 74951239999, trunks: trunkNames }]
  const pool = new CallerPool(ranges, random, new NumberUse(), new RecentCodes())
  const counted = new CountedRoutes(trunks)
  const sum = new Sum()
  for (const { operator, at } of callsOf(simulation)) {
    counted.learn(at)
    const routing = findRoutes(
      { trunks, pool, random, now: at, wantedQuality },
      { e164, mode: 'flash', code: '0042', demo: false, country: 'RU', operator },
      at,
    )
    if (routing.kind !== 'routed') throw new Error(`not routed: ${routing.kind}`)
    const { name } = routing.routes[0].trunk
    sum.add(name, operator, at)
    const { delivery, conversion } = trueRates(name, operator, at)
    const isDelivered = seeded.chance(delivery)
    counted.later(at, delays.delivered, name, operator, {
      ...noCounts,
      trials: 1,
      delivered: isDelivered ? 1 : 0,
    })
    if (!isDelivered || !seeded.chance(checkedShare)) continue
    const isApproved = seeded.chance(conversion)
    counted.later(at, isApproved ? delays.approved : delays.given, name, operator, {
      ...noCounts,
      checked: 1,
      approved: isApproved ? 1 : 0,
    })
  }
  return sum
}

function* callsOf({ calls, days, seed }: Simulation): Generator<{ operator: string; at: number }> {
  const random = new SeededRandom(seed)
  for (let call = 0; call < calls; call++) {
    yield { operator: drawOperator(random.unit()), at: Math.floor((call * days * dayMs) / calls) }
  }
}

function drawOperator(drawn: number): string {
  let upTo = 0
  for (const name of operatorNames) {
    upTo += operators[name]!
    if (drawn < upTo) return name
  }
  return operatorNames[0]!
}

class Sum implements Simulated {
  approvals = 0
  costUnits = 0
  readonly used: Record<string, number> = Object.fromEntries(trunkNames.map((name) => [name, 0]))

  add(name: string, operator: string, at: number): void {
    const { delivery, conversion } = trueRates(name, operator, at)
    this.approvals += delivery * conversion
    this.costUnits += costOf(prices.get(name)!, { sent: true, rang: true, answered: false, talkMs: 0 })
    this.used[name]! += 1
  }
}

const prices = new Map(trunkNames.map((name) => [name, parsePrice(carriers[name]!.price)!]))

interface Result {
  readonly at: number
  readonly trunk: string
  readonly operator: string
  readonly counts: RouteCounts
}

/** Results on their way, the stored counts, and the trunks that read them. */
class CountedRoutes {
  readonly #trunks: readonly LiveTrunk[]
  /** One for each delay, so that each is in the order of time. */
  readonly #coming = new Map<number, { results: Result[]; next: number }>()
  readonly #stored = new Map<string, { readonly accounts: AccountCounts; readonly at: number }>()
  #readAt = 0

  constructor(trunks: readonly LiveTrunk[]) {
    this.#trunks = trunks
  }

  later(at: number, delayMs: number, trunk: string, operator: string, counts: RouteCounts): void {
    const queue = this.#coming.get(delayMs) ?? { results: [], next: 0 }
    this.#coming.set(delayMs, queue)
    queue.results.push({ at: at + delayMs, trunk, operator, counts })
  }

  learn(now: number): void {
    if (now - this.#readAt < refreshMs) return
    this.#readAt = now
    const more = new Map<string, Result>()
    for (const queue of this.#coming.values()) {
      for (let result = queue.results[queue.next]; result !== undefined && result.at <= now; ) {
        const key = `${result.trunk} ${result.operator}`
        const known = more.get(key)
        more.set(
          key,
          known === undefined ? result : { ...result, counts: sumOf(known.counts, result.counts) },
        )
        queue.next += 1
        result = queue.results[queue.next]
      }
    }
    for (const [key, { trunk, operator, counts }] of more) {
      const known = this.#stored.get(key) ?? { accounts: new Map(), at: now }
      const accounts = withCalls(known, new Map([[1, counts]]), now)
      const route: CountedRoute = {
        trunk,
        mode: 'flash',
        country: 'RU',
        operator,
        counts: bounded(accounts),
        at: now,
      }
      this.#stored.set(key, { accounts, at: now })
      this.#trunks.find(({ name }) => name === trunk)!.routes.load([route])
    }
  }
}
