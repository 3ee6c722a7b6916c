import { DatabaseSync } from 'node:sqlite'
import { amountsOf } from '../src/quality/call-facts.ts'
import { type Measure, measures, placeOf } from '../src/quality/measures.ts'
import { stepMeasures } from '../src/quality/rates.ts'

const hourMs = 3_600_000
const dayHours = 24
const plantedDays = 14
const callsAnHour = 12
const operators = ['МТС', 'МегаФон', 'Билайн']
const trunks = ['east', 'south']
/** The groups of other tests begin below. */
const firstCell = 9_000

/**
 * Two weeks of facts, as if they had been counted: every operator over every trunk is delivered at 88 %, but one
 * operator over one trunk at half of it since four days. Returns the hour at which that began.
 */
export function plantFault(file: string, serviceId: number, now: number): number {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  const thisHour = Math.floor(now / hourMs)
  const faultHour = thisHour - 4 * dayHours - 5
  const random = sequence(11)
  const days = new Map<string, number[]>()
  const insert = (table: string) =>
    database.prepare(
      `INSERT INTO ${table} VALUES (?, 0, ?, ?, ${measures.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
    )
  database.exec('BEGIN IMMEDIATE')
  const addGroup = database.prepare("INSERT INTO fact_groups VALUES (?, 0, 'RU', ?, ?, ?)")
  const hours = insert('hour_facts')
  const columns = ['service_id', 'test', 'group_id', 'hour', ...stepMeasures]
  const totals = database.prepare(
    `INSERT INTO hour_totals (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${stepMeasures.map((each) => `${each} = ${each} + excluded.${each}`).join(', ')}`,
  )
  for (const [place, operator] of operators.entries()) {
    for (const [side, trunk] of trunks.entries()) {
      const ids = [firstCell + place * 4 + side * 2, firstCell + place * 4 + side * 2 + 1] as const
      addGroup.run(ids[0], operator, trunk, '7495123')
      addGroup.run(ids[1], operator, trunk, '')
      for (let hour = thisHour - plantedDays * dayHours; hour <= thisHour; hour++) {
        const isBroken = operator === 'МегаФон' && trunk === 'south' && hour >= faultHour
        const amounts = hourOf(random, isBroken ? 0.44 : 0.88)
        for (const [scope, groupId] of [
          [0, ids[0]],
          [serviceId, ids[1]],
        ] as const) {
          hours.run(scope, hour, groupId, ...amounts)
          const steps = stepMeasures.map((measure) => amounts[placeOf(measure)]!)
          for (const sum of scope === 0 ? [0, ids[1]] : [0]) totals.run(scope, 0, sum, hour, ...steps)
          const key = `${scope} ${Math.floor(hour / dayHours)} ${groupId}`
          days.set(
            key,
            (days.get(key) ?? amounts.map(() => 0)).map((sum, nth) => sum + amounts[nth]!),
          )
        }
      }
    }
  }
  const daily = insert('day_facts')
  for (const [key, amounts] of days) daily.run(...key.split(' ').map(Number), ...amounts)
  database.exec('COMMIT')
  database.close()
  return faultHour * hourMs
}

function hourOf(random: () => number, rate: number): number[] {
  const delivered = Array.from({ length: callsAnHour }, random).filter((drawn) => drawn < rate).length
  const known: [Measure, number][] = [
    ['calls', callsAnHour],
    ['attempts', callsAnHour],
    ['invited', callsAnHour],
    ['completed', delivered],
    ['delivered', delivered],
    ['rang', delivered],
    ['effective', delivered],
    ['price_units', delivered * 8_000],
    ['pdd_4', delivered],
    ['why_unreachable', callsAnHour - delivered],
  ]
  return amountsOf(known)
}

/** The same numbers every time (Lehmer's generator, modulus 2^31 - 1). */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
