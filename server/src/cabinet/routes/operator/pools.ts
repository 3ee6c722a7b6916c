import { removeConfirmationNumbers } from '../../../operations/confirmation-pool.ts'
import { pick } from '../../../platform/pick.ts'
import { CallerPool } from '../../../telephony/pool/caller-pool.ts'
import { codeCount, mergeRanges } from '../../../telephony/pool/caller-range.ts'
import { NumberUse, RecentCodes } from '../../../telephony/pool/number-use.ts'
import { type Coverage, coverageOf } from '../../../telephony/pool/pool-coverage.ts'
import { change } from '../../change.ts'
import { Problem } from '../../problem.ts'
import { read } from '../../route.ts'
import { type CoverageView, poolsView } from '../../views/operator/pools.ts'

/** Each destination has a map; only this many are shown. */
const maxCoverages = 50

const look = read('/operator/pools', poolsView, async ({ deps }) => {
  const { store, random, sip } = deps
  const [ranges, confirmation, allTrunks] = await Promise.all([
    store.callerRanges(),
    store.confirmationNumbers(),
    store.trunks(),
  ])
  const isPresent = ({ demo }: { readonly demo: boolean }) => deps.demo.isOn || !demo
  const trunks = allTrunks.filter(isPresent)
  const pool = new CallerPool(mergeRanges(ranges), random, new NumberUse(), new RecentCodes())
  const coverage = coverageOf(trunks, pool)
  const isDemo = new Map(trunks.map(({ name, demo }) => [name, demo]))
  return {
    trunks: trunks.map((trunk) => ({
      ...pick(trunk, 'name', 'demo'),
      ...pick(trunk.settings, 'enabled', 'incomingCalls'),
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
    confirmation: confirmation.filter(isPresent),
    use: sip === undefined ? null : sip.telephony.numberCounts,
  }
})

export const poolRoutes = [
  look,
  change(removeConfirmationNumbers, {
    async answer(_, outcome) {
      if (outcome.removed === 0) throw new Problem(404, 'gone', 'it is no longer there')
      return outcome
    },
  }),
]

function coverageView({ prefix, trunks, codes, verdict }: Coverage): CoverageView {
  const bits = Buffer.alloc(codeCount / 8)
  for (const code of codes) bits[code >> 3]! |= 0x80 >> (code & 7)
  return { prefix, trunks, codes: codes.length, verdict, map: bits.toString('base64') }
}
