import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { dayMs } from '../../platform/clock.ts'
import { csvHead, csvRow, csvStep } from '../csv.ts'
import type { CabinetDeps } from '../deps.ts'
import { ownServiceIds } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get, type Member } from '../route.ts'
import { dayStretches, hourStretch, isZone } from '../statistics/calendar.ts'
import { reportOf } from '../statistics/report.ts'
import { maySeeMoney } from '../verifications/line.ts'
import type { StatisticsReport } from '../views/statistics.ts'

/** As long as statistics are kept. */
const maxRangeMs = 400 * dayMs
/** 744 points; a plot with more cannot be read. */
const maxHourlyMs = 31 * dayMs

const query = Type.Object({
  service: Type.Optional(Type.Integer({ minimum: 1 })),
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 1, maximum: 8_640_000_000_000_000 }),
  step: Type.Enum(['hour', 'day']),
  by: Type.Enum(['service', 'mode', 'country', 'operator', 'outcome']),
  /** IANA name of the zone whose days are meant. */
  zone: Type.String({ minLength: 1, maxLength: 60 }),
  test: Type.Optional(Type.Enum(['yes', 'no'])),
})

const report = get('/statistics', {
  audience: 'read',
  query,
  handle: ({ deps, who, query }) => asked(deps, who, query),
})

const csv = get('/statistics/export', {
  audience: 'read',
  query,
  handle: async ({ deps, who, query, reply }) => {
    const answer = await asked(deps, who, query)
    reply.headers({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="statistics.csv"',
    })
    return Readable.from(rowsOf(answer, query.zone, maySeeMoney(who)), { objectMode: false })
  },
})

async function asked(
  { store }: CabinetDeps,
  who: Member,
  { service, from, to, step, by, zone, test }: Static<typeof query>,
): Promise<StatisticsReport> {
  if (to <= from || to - from > maxRangeMs) throw wrongField('to', 'a range of at most 400 days')
  if (step === 'hour' && to - from > maxHourlyMs) throw wrongField('step', 'days for more than 31 days')
  if (!isZone(zone)) throw wrongField('zone', 'the name of a time zone, such as Europe/Moscow')
  return reportOf(store, {
    serviceIds: await ownServiceIds(store, who, service),
    test: test === 'yes',
    step,
    by,
    stretches: step === 'hour' ? [hourStretch(from, to)] : dayStretches(from, to, zone),
    isMoneyShown: maySeeMoney(who),
  })
}

function* rowsOf(
  { series, by, step }: StatisticsReport,
  zone: string,
  isMoneyShown: boolean,
): Generator<string> {
  const nameOf = csvStep(step, zone)
  yield csvHead([step, by, 'attempts', 'completed', 'failed', ...(isMoneyShown ? ['cost'] : [])])
  for (const { at, key, attempts, completed, failed, cost } of series) {
    const money = isMoneyShown ? [cost] : []
    yield csvRow([nameOf(at), key ?? '(others)', attempts, completed, failed, ...money])
  }
}

export const statisticsRoutes = [report, csv]
