import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  addAccount,
  addService,
  callTo,
  ended,
  hashOf,
  price,
  startMs,
  waitFor,
} from '../../../test/store-contract/fixture.ts'
import type { NumberLimitRules } from '../number-limit.ts'
import type { Store } from '../store.ts'
import type { LoneWay } from './run-batch.ts'
import { openPostgresStore } from './store.ts'

const second = 1_000
const hour = 3_600_000
const day = 24 * hour

/** Whatever an admission or an end may leave behind. */
const tables = [
  'verifications ORDER BY vendor_id',
  'ledger ORDER BY account_id, entry',
  'accounts ORDER BY id',
  'number_limits ORDER BY service_id, phone_hash',
  'unique_keys ORDER BY vendor_id',
  'spend ORDER BY scope, hour',
  'undigested ORDER BY vendor_id',
  'inbound_waiting ORDER BY vendor_id',
]

interface Side {
  readonly store: Store
  readonly url: string
}

async function sideOf(loneRequestsBy: LoneWay, numberLimits: NumberLimitRules): Promise<Side> {
  const url = await freshDatabase()
  const node = { url, nodeId: loneRequestsBy, now: () => startMs, deadlinesBy: 'callers' as const }
  const store = await openPostgresStore({ ...node, numberLimits, loneRequestsBy })
  await store.saveTariff({ code: 'uni', name: 'Единый', chargesFailed: false })
  return { store, url }
}

async function rowsOf({ url }: Side): Promise<unknown[]> {
  const queries = tables.map(
    (table) => `SELECT coalesce(json_agg(t), '[]') AS rows FROM (SELECT * FROM ${table}) t`,
  )
  const rows: unknown[] = []
  for (const query of queries) rows.push((await ask(url, query))[0]!.rows)
  return rows
}

const phone = fc.constantFrom(0, 0, 0, 0, 0, 1, 2)
const nth = fc.nat(8)
const perScope = fc.constantFrom(0, price, 2 * price, 3 * price)
const cap = fc.record({ scope: fc.nat(2), perHourUnits: perScope, perDayUnits: perScope })
/** Most steps get as far as they can. */
const rarely = <T>(usual: T, ...rare: T[]) =>
  fc.constantFrom(...Array.from({ length: 8 }, () => usual), ...rare)
const step = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      phone,
      key: fc.constantFrom(0, 0, 0, 1, 2, 3),
      priceUnits: rarely(price, 0, 50 * price),
      chargesFailed: fc.boolean(),
      test: rarely(false, true),
      refusal: rarely(null, 'country' as const, 'mode-country' as const),
      capacity: rarely('ok' as const, 'full' as const, 'no-way' as const),
      mode: fc.constantFrom('flash' as const, 'voice' as const, 'mix' as const),
      caps: fc
        .tuple(fc.nat(2), fc.array(cap, { maxLength: 3 }))
        .map(([dice, caps]) => (dice < 2 ? caps : [])),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      nth,
      completed: fc.boolean(),
      money: fc.constantFrom('capture' as const, 'release' as const, 'by-tariff' as const),
      details: fc.constantFrom(undefined, '{"trunk":"a \\" b"}'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), phone }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('forbid' as const), phone, is: rarely(false, true, true) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), phone }) },
)
/** Time mostly goes on; a node whose clock is behind may come between. */
const passedMs = rarely(5 * second, 0, 1, second, second, 60 * second, hour, day, -5 * second)
const history = fc.array(fc.tuple(step, passedMs), { minLength: 1, maxLength: 50, size: 'max' })

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type History = [Step, number][]

const plainCall: Step = {
  ...{ do: 'call', phone: 0, key: 0, priceUnits: price, chargesFailed: false, test: false },
  ...{ refusal: null, capacity: 'ok', mode: 'flash', caps: [] },
}
/** Calls to one number until its limits say no, in a minute and in a day. */
const persistent = [5, 5, 5, 5, 60, 60, 60, 60, 3_600, 86_400].map((later): [Step, number] => [
  plainCall,
  later * second,
])

/** Calls against the caps of an hour and of a day, one of them named twice, with an end that gives back. */
const capOf = (scope: number, perHourUnits: number, perDayUnits: number) => ({
  scope,
  perHourUnits,
  perDayUnits,
})
const caps = [capOf(0, 4 * price, 0), capOf(1, 0, 3 * price), capOf(0, 4 * price, 0)]
const back: Step = { do: 'end', nth: 0, completed: false, money: 'by-tariff', details: undefined }
const thrifty = [0, 60, 60, 3_600, 60, 3_600, 18 * 3_600, 3_600, 3_600].flatMap(
  (later): History => [
    [{ ...plainCall, caps }, later * second],
    [back, second],
  ],
)

/** The answers of one side to a history. Every run has an account, phones, keys and scopes of its own. */
async function answersOf({ store }: Side, steps: History, run: number): Promise<unknown[]> {
  const accountId = await addAccount(store, `owner-${run}@example.com`)
  await store.topUp({ accountId, amountUnits: 15 * price, note: '', at: startMs })
  const house = { accountId, serviceId: await addService(store, accountId) }
  const scopes = [`service:${house.serviceId}`, `prefix:${run}`, `account:${accountId}`]
  const phoneOf = (index: number) => `7916${1_000_000 + run * 10 + index}`
  const answers: unknown[] = []
  const ids: number[] = []
  let now = startMs
  for (const [each, laterMs] of steps) {
    now += laterMs
    if (each.do === 'call') {
      const { phone: index, key, caps, do: _, ...changes } = each
      const call = callTo(phoneOf(index), house, {
        ...changes,
        unique: key === 0 ? null : `k${key} \u0000"`,
        caps: caps.map((cap) => ({ ...cap, scope: scopes[cap.scope]! })),
        code: String(answers.length),
        client: `client \uffff ${answers.length}`,
        startedAt: now,
      })
      const answer = await store.admitCall(call)
      if (answer.kind === 'admitted') ids.push(answer.vendorId)
      answers.push(answer)
    } else if (each.do === 'end') {
      const { completed, money, details } = each
      const settlement = { ...ended(ids[each.nth] ?? 7, completed, now), money }
      answers.push(await store.settle(details === undefined ? settlement : { ...settlement, details }))
    } else if (each.do === 'wait') {
      const answer = await store.admitInbound(waitFor(phoneOf(each.phone), house, { startedAt: now }))
      if (answer.kind === 'admitted') ids.push(answer.vendorId)
      answers.push(answer)
    } else {
      const phoneHash = hashOf(phoneOf(each.phone))
      if (each.do === 'erase') await store.erasePhone(phoneHash)
      else if (each.is) await store.addDoNotCall({ phoneHash, phoneMask: '', at: now })
      else await store.removeDoNotCall(phoneHash)
    }
  }
  return answers
}

describe.each<[string, NumberLimitRules]>([
  ['rests after a full day', { gapMs: 4 * second, perMinute: 3, perDay: 4, blockMs: hour }],
  ['waits until a call is a day old', { gapMs: second, perMinute: 2, perDay: 3, blockMs: 0 }],
])('a lone request, where a number %s', (_, rules) => {
  let byFunction: Side
  let byBatch: Side
  beforeAll(async () => {
    byFunction = await sideOf('function', rules)
    byBatch = await sideOf('batch', rules)
  })
  afterAll(async () => {
    await byFunction?.store.close()
    await byBatch?.store.close()
  })

  it('is answered and stored by the function as by the batch', async () => {
    let run = 0
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        run += 1
        const [one, other] = await Promise.all([
          answersOf(byFunction, steps, run),
          answersOf(byBatch, steps, run),
        ])
        expect(one).toEqual(other)
        expect(await rowsOf(byFunction)).toEqual(await rowsOf(byBatch))
        for (const answer of one) {
          const { kind, why } = answer as { kind?: string; why?: string }
          kinds.add(why ?? kind ?? String(answer))
        }
      }),
      { numRuns: 25, seed: 20260115, examples: [[persistent], [thrifty]] },
    )
    // The histories have met every answer that there is, so none of them was compared with nothing.
    expect([...kinds].sort()).toEqual(
      [
        ...['admitted', 'replayed', 'key-of-another-phone', 'key-of-erased-phone', 'true', 'false'],
        ...[
          'mode-country',
          'country',
          'do-not-call',
          'wait',
          'number-limit',
          'funds',
          'spend-cap',
          'full',
          'no-way',
        ],
      ].sort(),
    )
  })
})
