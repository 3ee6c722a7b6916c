import { Type } from 'typebox'
import { rangeField } from '../../../operations/caller-pool.ts'
import { planNumbers } from '../../../operations/plan-numbers.ts'
import { parseNewCallerRange } from '../../../telephony/pool/caller-range.ts'
import { notFound, Problem } from '../../problem.ts'
import { get, post } from '../../route.ts'
import type { FurtherRangeView, NumberHealthView } from '../../views/operator/pools.ts'

/** The page is for people: a list of thousands of numbers is for the command. */
const maxRests = 500
const trunkName = Type.String({ minLength: 1, maxLength: 32 })

const look = get('/operator/number-health', 'operator', async ({ deps }): Promise<NumberHealthView> => {
  const { store, numbering, demo, clock, settings } = deps
  const plan = await planNumbers({ store, numbering, withDemo: demo.isOn }, clock.now())
  return {
    ...plan,
    rests: plan.rests.slice(0, maxRests),
    restsLeftOut: Math.max(0, plan.rests.length - maxRests),
    isOn: settings.RINGKEY_NUMBER_REST === 'on',
  }
})

const furtherBody = Type.Object({ range: rangeField, trunk: trunkName })

const further = post('/operator/number-health/further', 'operator', furtherBody, async ({ deps, body }) => {
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
  } satisfies FurtherRangeView
})

export const numberHealthRoutes = [look, further]
