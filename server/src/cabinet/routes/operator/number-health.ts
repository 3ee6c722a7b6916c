import { Type } from 'typebox'
import { labelNumbers, maxLabelLength } from '../../../operations/caller-pool.ts'
import { releaseNumbers } from '../../../operations/number-rests.ts'
import { planNumbers } from '../../../operations/plan-numbers.ts'
import { parseNewCallerRange } from '../../../telephony/pool/caller-range.ts'
import { asOperator } from '../../operating.ts'
import { notFound, Problem } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type { FurtherRangeView, NumberHealthView } from '../../views/operator/number-health.ts'

/** The page is for people: a list of thousands of numbers is for the command. */
const maxRests = 500
const rangeText = Type.String({ minLength: 1, maxLength: 64 })
const trunkName = Type.String({ minLength: 1, maxLength: 32 })
const label = Type.String({ maxLength: maxLabelLength })

const look = get('/operator/number-health', {
  audience: 'operator',
  handle: async ({ deps }): Promise<NumberHealthView> => {
    const { store, numbering, demo, clock, settings } = deps
    const plan = await planNumbers({ store, numbering, withDemo: demo.isOn }, clock.now())
    return {
      ...plan,
      rests: plan.rests.slice(0, maxRests),
      restsLeftOut: Math.max(0, plan.rests.length - maxRests),
      isOn: settings.RINGKEY_NUMBER_REST === 'on',
    }
  },
})

const further = post('/operator/number-health/further', {
  audience: 'operator',
  body: Type.Object({ range: rangeText, trunk: trunkName }),
  handle: async ({ deps, body }): Promise<FurtherRangeView> => {
    const { store, numbering, demo, clock } = deps
    const range = parseNewCallerRange(body.range)
    if (typeof range === 'string') throw new Problem(400, 'bad-range', range, { field: 'range' })
    const plan = (ranges: Parameters<typeof planNumbers>[2]) =>
      planNumbers({ store, numbering, withDemo: demo.isOn }, clock.now(), ranges)
    const [now, after] = [await plan([]), await plan([{ ...range, trunk: body.trunk }])]
    const trunkIn = ({ trunks }: typeof now) => trunks.find(({ trunk }) => trunk === body.trunk)
    const [trunk, trunkAfter] = [trunkIn(now), trunkIn(after)]
    if (trunk === undefined || trunkAfter === undefined) throw notFound()
    return {
      codes: now.codes.map((code, place) => ({ now: code, after: after.codes[place]! })),
      trunk: { now: trunk, after: trunkAfter },
    }
  },
})

const release = post('/operator/number-health/release', {
  audience: 'operator',
  body: Type.Object({ first: rangeText, last: rangeText, trunk: trunkName }),
  handle: async (ask) => {
    const { first, last, trunk } = ask.body
    await releaseNumbers(asOperator(ask), { range: `${first}-${last}`, trunk })
    await ask.deps.reload()
  },
})

const describe = post('/operator/pools/ranges/label', {
  audience: 'operator',
  body: Type.Object({ first: rangeText, last: rangeText, trunk: trunkName, label, category: label }),
  handle: async (ask) => {
    const { first, last, trunk, ...texts } = ask.body
    await labelNumbers(asOperator(ask), { range: `${first}-${last}`, trunks: [trunk], ...texts })
    await ask.deps.reload()
  },
})

export const numberHealthRoutes = [look, further, release, describe]
