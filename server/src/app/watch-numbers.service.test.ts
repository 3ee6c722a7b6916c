import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { openOutbox } from '../../test/outbox.ts'
import { addTrunk, changed } from '../../test/store-contract/fixture.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { createNumbering } from '../numbering/numbering.ts'
import { releaseNumbers } from '../operations/caller-pool.ts'
import { perform } from '../operations/perform.ts'
import { createLog } from '../platform/log.ts'
import { amountsOf } from '../quality/call-facts.ts'
import { measures } from '../quality/measures.ts'
import { commandLine } from '../storage/author.ts'
import { defaultTrunkSettings } from '../storage/queries/trunks.ts'
import { watchNumbers } from './watch-numbers.ts'

const dayMs = 24 * 3_600_000
const hourMs = 3_600_000
/** A number has two hashes: of calls whose code is stored, and of others. */
const callerHashOf = (number: string, isHidden: boolean) => `${isHidden ? 'hidden ' : ''}${number}`

let outbox: Awaited<ReturnType<typeof openOutbox>>
let clock: ManualClock
let alarms: ActiveAlarms
let look: () => Promise<void>
beforeEach(async () => {
  outbox = await openOutbox()
  clock = new ManualClock()
  alarms = new ActiveAlarms(clock)
  const deps = {
    store: outbox.store,
    clock,
    alarms,
    callerHashOf,
    isOn: () => true,
    numbering: createNumbering(),
    reload: async () => {},
  }
  look = watchNumbers({ ...deps, log: createLog('silent') })
  for (const trunk of ['north', 'south']) await addTrunk(outbox.store, trunk)
})
afterEach(() => outbox.close())

interface Calls {
  readonly attempts: number
  readonly rang: number
  readonly declined?: number
}

/** Counts calls of single numbers and of their blocks, as the digest would. */
function count(trunk: string, calls: Readonly<Record<string, Calls>>, isHidden = false): void {
  const database = new DatabaseSync(outbox.file, { timeout: 5_000 })
  const day = Math.floor(clock.now() / dayMs)
  const hour = Math.floor(clock.now() / hourMs)
  const add = database.prepare(
    `INSERT INTO number_facts VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, 0, 0) ON CONFLICT DO UPDATE
     SET attempts = attempts + excluded.attempts, rang = rang + excluded.rang, declined = declined + excluded.declined`,
  )
  const sums = new Map<string, [number, number, number]>()
  database.exec('BEGIN')
  for (const [number, { attempts, rang, declined = 0 }] of Object.entries(calls)) {
    add.run(day, callerHashOf(number, isHidden), trunk, attempts, rang, declined, rang)
    const sum = sums.get(number.slice(0, -4)) ?? [0, 0, 0]
    sums.set(number.slice(0, -4), [sum[0] + attempts, sum[1] + rang, sum[2] + declined])
  }
  for (const [block, [attempts, rang, declined]] of sums) {
    const group = database
      .prepare(
        `INSERT INTO fact_groups (operator, trunk, block, country, mode) VALUES ('', ?, ?, 'RU', 0)
         ON CONFLICT DO UPDATE SET mode = mode RETURNING id`,
      )
      .get(trunk, block)!.id as number
    const amounts = amountsOf([
      ['attempts', attempts],
      ['rang', rang],
      ['declined', declined],
    ])
    for (const [table, time] of [
      ['hour_facts', hour],
      ['day_facts', day],
    ] as const)
      database
        .prepare(
          `INSERT INTO ${table} VALUES (0, 0, ?, ?, ${measures.map(() => '?').join(', ')}) ON CONFLICT DO UPDATE
           SET attempts = attempts + excluded.attempts, rang = rang + excluded.rang, declined = declined + excluded.declined`,
        )
        .run(time, group, ...amounts)
  }
  database.exec('COMMIT')
  database.close()
}

const pool = (range: string, trunk: string) => {
  const [first, last] = range.split('-') as [string, string]
  return outbox.store.addCallerRange({ first, last, trunk })
}
const numbersFrom = (first: number, count: number, calls: Calls) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [String(first + nth), calls]))
const states = async () =>
  (await outbox.store.numberQuarantines()).map(({ first, trunk, state, strikes }) => [
    first,
    trunk,
    state,
    strikes,
  ])
const lines = async () =>
  (await outbox.store.operatorActions({ before: null, limit: 20 })).map(({ action, facts, email }) => ({
    action,
    email,
    ...facts,
  }))
const nextLook = async (afterMs = 5 * 60_000) => {
  await clock.advance(afterMs)
  await look()
}

describe('a look at the calling numbers', () => {
  it('quarantines a blocked number, tries it again, quarantines it for longer, and finds it healthy in the end', async () => {
    await pool('74951230000-74951230199', 'north')
    count('north', numbersFrom(74951230100, 100, { attempts: 12, rang: 10 }))
    // Its calls of both kinds count together: six would not be judged.
    count('north', { '74951230042': { attempts: 6, rang: 0 } })
    count('north', { '74951230042': { attempts: 6, rang: 0 } }, true)
    await look()
    expect(await states()).toEqual([['74951230042', 'north', 'quarantined', 1]])
    expect((await lines())[0]).toMatchObject({
      action: 'pool.quarantine',
      email: 'number watch',
      trunk: 'north',
      count: 1,
      numbers: ['74951230042'],
      refusal: 'not-ringing',
    })
    expect(alarms.current()).toEqual([])

    await nextLook(12 * hourMs)
    expect(await states()).toEqual([['74951230042', 'north', 'probation', 1]])
    count('north', { '74951230042': { attempts: 8, rang: 0 }, '74951230001': { attempts: 300, rang: 255 } })
    await nextLook()
    expect(await states()).toEqual([['74951230042', 'north', 'quarantined', 2]])
    const [second] = await outbox.store.numberQuarantines()
    expect(second!.until - clock.now()).toBe(24 * hourMs)

    await nextLook(24 * hourMs)
    count('north', { '74951230042': { attempts: 10, rang: 9 }, '74951230001': { attempts: 300, rang: 255 } })
    await nextLook()
    expect(await states()).toEqual([['74951230042', 'north', 'healthy', 2]])
    await nextLook()
    expect((await lines()).map((line) => ('state' in line ? line.state : ''))).toEqual([
      'healthy',
      'probation',
      'quarantined',
      'probation',
      'quarantined',
    ])
  })

  it('quarantines a poisoned range as a whole, with an alarm, and leaves its numbers', async () => {
    for (const range of ['74951230000-74951230099', '74951240000-74951240099', '74951250000-74951250099'])
      await pool(range, 'north')
    for (const first of [74951230000, 74951240000])
      count('north', numbersFrom(first, 100, { attempts: 10, rang: 9, declined: 1 }))
    count('north', numbersFrom(74951250000, 100, { attempts: 10, rang: 9, declined: 6 }))
    // The same shares on another trunk, whose numbers are all alike: nothing is wrong with them.
    await pool('74991110000-74991110099', 'south')
    count('south', numbersFrom(74991110000, 100, { attempts: 10, rang: 9, declined: 6 }))
    await look()
    expect(await states()).toEqual([['74951250000', 'north', 'quarantined', 1]])
    expect(alarms.current()).toMatchObject([
      { kind: 'numbers-refused', subject: 'north', facts: { numbers: 0, ranges: '+7495125xxxx' } },
    ])
    const operationContext = { store: outbox.store, author: commandLine, now: () => clock.now() }
    await perform(operationContext, releaseNumbers, { range: '74951250000-74951259999', trunk: 'north' })
    await expect(
      perform(operationContext, releaseNumbers, { range: '74951250000-74951259999', trunk: 'north' }),
    ).rejects.toMatchObject({ reason: 'not-quarantined' })
    // What was counted before does not count again.
    await nextLook()
    await nextLook()
    expect(await states()).toEqual([['74951250000', 'north', 'probation', 1]])
    expect(alarms.current()).toEqual([])
  })

  it('never quarantines more than half of the numbers of a trunk, and forgets numbers that left the pool', async () => {
    await pool('74951230000-74951230009', 'north')
    count('north', numbersFrom(74951230000, 3, { attempts: 400, rang: 380 }))
    count('north', numbersFrom(74951230003, 7, { attempts: 60, rang: 0 }))
    await look()
    expect(await states()).toHaveLength(5)
    await changed(outbox.store, 'removeCallerRange', {
      first: '74951230000',
      last: '74951230009',
      trunk: 'north',
    })
    await nextLook()
    expect(await states()).toEqual([])
  })

  it('raises an alarm while a trunk shows numbers that the registry gives to another network', async () => {
    const held = { first: '4951230000', last: '4951239999', network: { name: 'ПАО "Ростелеком"', inn: '' } }
    const numbering = {
      ...createNumbering(),
      sourceOf: () => 'registry' as const,
      rangeOf: () => ({ ...held, place: { region: '', city: '' } }),
    }
    const deps = { store: outbox.store, clock, alarms, callerHashOf, numbering, reload: async () => {} }
    const watch = watchNumbers({ ...deps, isOn: () => false, log: createLog('silent') })
    const allow = (...numberOperators: string[]) =>
      outbox.store.saveTrunk({
        ...{ name: 'north', demo: false, sealedPassword: null, updatedAt: 0 },
        settings: { ...defaultTrunkSettings, host: '192.0.2.1', numberOperators },
      })
    await pool('74951230000-74951230099', 'north')
    await watch()
    expect(alarms.current()).toEqual([])
    await allow('МТС')
    await watch()
    const facts = { range: '74951230000-74951230099', operator: 'Ростелеком', expected: 'МТС', ranges: 1 }
    expect(alarms.current()).toMatchObject([{ kind: 'foreign-numbers', subject: 'north', facts }])
    await allow('МТС', 'ростелеком')
    await watch()
    expect(alarms.current()).toEqual([])
  })
})
