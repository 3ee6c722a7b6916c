import { Type } from 'typebox'
import { addToPool, removeFromPool } from '../../../operations/caller-pool.ts'
import { addConfirmationNumbers, removeConfirmationNumbers } from '../../../operations/confirmation-pool.ts'
import type { TrunkRecord } from '../../../storage/trunk-records.ts'
import { CallerPool } from '../../../telephony/pool/caller-pool.ts'
import { codeCount, mergeRanges } from '../../../telephony/pool/caller-range.ts'
import { NumberUse } from '../../../telephony/pool/number-use.ts'
import { type Coverage, coverageOf } from '../../../telephony/pool/pool-coverage.ts'
import { RecentCodes } from '../../../telephony/pool/recent-codes.ts'
import type { CabinetDeps } from '../../deps.ts'
import { asOperator } from '../../operating.ts'
import { Problem } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type { CoverageView, PoolsView } from '../../views/operator/pools.ts'

/** Each destination has a map; only this many are shown. */
const maxCoverages = 50
const rangeText = Type.String({ minLength: 1, maxLength: 64 })
const trunkNames = Type.Array(Type.String(), { minItems: 1, maxItems: 100 })

const look = get('/operator/pools', {
  audience: 'operator',
  handle: async ({ deps }): Promise<PoolsView> => {
    const { store, random, line } = deps
    const [ranges, confirmation, trunks] = await Promise.all([
      store.callerRanges(),
      store.confirmationNumbers(),
      presentTrunks(deps),
    ])
    const pool = new CallerPool(mergeRanges(ranges), random, new NumberUse(), new RecentCodes())
    const coverage = coverageOf(trunks, pool)
    const isDemo = new Map(trunks.map(({ name, demo }) => [name, demo]))
    return {
      trunks: trunks.map(({ name, demo, settings: { enabled, incomingCalls } }) => ({
        name,
        demo,
        enabled,
        incomingCalls,
      })),
      ranges: ranges
        .filter(({ trunk }) => isDemo.has(trunk))
        .map((range) => ({
          ...range,
          numbers: Number(range.last) - Number(range.first) + 1,
          demo: isDemo.get(range.trunk) ?? false,
        })),
      coverage: coverage.slice(0, maxCoverages).map(coverageView),
      coverageLeftOut: Math.max(0, coverage.length - maxCoverages),
      confirmation: confirmation.filter(({ demo }) => deps.demo.isOn || !demo),
      use: line === undefined ? null : line.telephony.numberCounts,
    }
  },
})

const addRange = post('/operator/pools/ranges', {
  audience: 'operator',
  body: Type.Object({ range: rangeText, trunks: trunkNames }),
  handle: async (ask) => {
    await addToPool(asOperator(ask), { ...ask.body, withDemo: ask.deps.demo.isOn })
    await ask.deps.reload()
  },
})

const removeRange = post('/operator/pools/ranges/remove', {
  audience: 'operator',
  body: Type.Object({ first: rangeText, last: rangeText, trunk: Type.String() }),
  handle: async (ask) => {
    const { first, last, trunk } = ask.body
    await removeFromPool(asOperator(ask), { range: `${first}-${last}`, trunks: [trunk] })
    await ask.deps.reload()
  },
})

const addConfirmation = post('/operator/pools/confirmation', {
  audience: 'operator',
  body: Type.Object({
    range: rangeText,
    trunks: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  }),
  handle: async (ask) => {
    const outcome = await addConfirmationNumbers(asOperator(ask), [ask.body.range], ask.body.trunks)
    await ask.deps.reload()
    return outcome
  },
})

const removeConfirmation = post('/operator/pools/confirmation/remove', {
  audience: 'operator',
  body: Type.Object({
    numbers: Type.Array(Type.String({ maxLength: 15 }), { minItems: 1, maxItems: 10_000 }),
  }),
  handle: async (ask) => {
    const { removed } = await removeConfirmationNumbers(asOperator(ask), ask.body.numbers)
    if (removed === 0) throw new Problem(404, 'gone', 'it is no longer there')
    await ask.deps.reload()
    return { removed }
  },
})

export const poolRoutes = [look, addRange, removeRange, addConfirmation, removeConfirmation]

async function presentTrunks({ store, demo: mode }: CabinetDeps): Promise<TrunkRecord[]> {
  return (await store.trunks()).filter(({ demo }) => mode.isOn || !demo)
}

function coverageView({ prefix, trunks, codes, verdict }: Coverage): CoverageView {
  const bits = Buffer.alloc(codeCount / 8)
  for (const code of codes) bits[code >> 3]! |= 0x80 >> (code & 7)
  return { prefix, trunks, codes: codes.length, verdict, map: bits.toString('base64') }
}
