import { type Mode, modes } from '../../books/call.ts'
import { dayMs } from '../../platform/clock.ts'
import type { MaybePromise, Row, Sql } from '../sql.ts'

// Sums over the whole installation that only grow, for the metrics. The ledger has every amount, but adding it up at each
// scrape would read all of it.

/** What customers are charged for: a call by its mode, or a paid look-up. */
const chargedFor = [...modes, 'lookup'] as const
export type ChargedFor = (typeof chargedFor)[number]

export interface Charge {
  readonly what: ChargedFor
  readonly units: number
}

type TotalName = `charged_${ChargedFor}` | 'topped_up' | 'top_ups_reversed'
const prefix = 'money_'

/** A row is locked until the commit, so it is written last in its transaction. */
export async function addToTotal(sql: Sql, name: TotalName, units: number): Promise<void> {
  await sql.run`INSERT INTO meta VALUES (${`${prefix}${name}`}, ${String(units)}) ON CONFLICT (name) DO UPDATE
    SET value = CAST(CAST(meta.value AS bigint) + CAST(excluded.value AS bigint) AS text)`
}

export async function addCharged(sql: Sql, { what, units }: Charge): Promise<void> {
  await addToTotal(sql, `charged_${what}`, units)
}

/**
 * Adds what settled calls cost. A new version may count old calls into its statistics again: those of earlier days are
 * left out.
 */
export async function addCharges(
  add: (charge: Charge) => MaybePromise<void>,
  calls: readonly Row[],
  now: number,
): Promise<void> {
  const units = new Map<Mode, number>()
  for (const row of calls) {
    const cost = Number(row.started_at) < now - dayMs ? 0 : Number(row.cost_units ?? 0)
    const mode = modes[Number(row.mode)]!
    if (cost > 0) units.set(mode, (units.get(mode) ?? 0) + cost)
  }
  for (const [what, sum] of units) await add({ what, units: sum })
}

/** Since the version that counts it. */
export async function moneyTotals(sql: Sql) {
  const rows = await sql.all`SELECT name, value FROM meta WHERE name LIKE ${`${prefix}%`}`
  const totals = new Map(rows.map(({ name, value }) => [String(name), Number(value)]))
  const total = (name: TotalName) => totals.get(`${prefix}${name}`) ?? 0
  const charged = chargedFor.map((what) => [what, total(`charged_${what}`)] as const)
  return {
    chargedUnits: Object.fromEntries(charged) as Record<ChargedFor, number>,
    toppedUpUnits: total('topped_up'),
    reversedUnits: total('top_ups_reversed'),
  }
}

/** Of all accounts together, now. */
export async function moneyNow(sql: Sql) {
  const row = await sql.get('SELECT sum(balance_units) AS balance, sum(held_units) AS held FROM accounts')
  return { balanceUnits: Number(row?.balance ?? 0), heldUnits: Number(row?.held ?? 0) }
}
