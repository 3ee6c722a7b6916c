import { type Static, Type } from 'typebox'
import { modes } from '../../books/call.ts'
import { dayMs } from '../../platform/clock.ts'
import { isTimeZone } from '../../platform/time-zone.ts'
import { dimensions, type FactGroup } from '../../quality/call-facts.ts'
import { wrongField } from '../problem.ts'
import { dayEdges, hourEdges } from '../statistics/calendar.ts'

/** As long as facts are kept. */
const maxRangeMs = 400 * dayMs
/** 744 points; a plot with more cannot be read. */
const maxHourlyMs = 31 * dayMs

const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })
const name = Type.Optional(Type.String({ maxLength: 200 }))

/** In an address: calls of which it is not known. An empty value would be lost on its way. */
const unknown = '-'

/** Which calls; as it stands in the address of the page. */
export const groupQuery = {
  mode: Type.Optional(Type.Enum([...modes])),
  country: name,
  operator: name,
}
/** For operators of the installation alone. */
export const innerGroupQuery = { ...groupQuery, trunk: name, block: name }

/** IANA name of the zone whose days are meant. */
export const zoneQuery = Type.String({ minLength: 1, maxLength: 64 })

export function requireZone(zone: string): void {
  if (!isTimeZone(zone)) throw wrongField('zone', 'the name of a time zone, such as Europe/Berlin')
}

export const rangeQuery = {
  from: time,
  to: time,
  step: Type.Enum(['hour', 'day']),
  zone: zoneQuery,
  test: Type.Optional(Type.Enum(['yes', 'no'])),
}
const rangeSchema = Type.Object(rangeQuery)
const groupSchema = Type.Object(innerGroupQuery)

/** When each step of a range begins, and where the last one ends. */
function edgesOf({ from, to, step, zone }: Static<typeof rangeSchema>): readonly number[] {
  if (to <= from || to - from > maxRangeMs) throw wrongField('to', 'a range of at most 400 days')
  if (step === 'hour' && to - from > maxHourlyMs) throw wrongField('step', 'days for more than 31 days')
  requireZone(zone)
  return step === 'hour' ? hourEdges(from, to) : dayEdges(from, to, zone)
}

export function groupOf(query: Static<typeof groupSchema>): Partial<FactGroup> {
  const named = dimensions.flatMap((dimension) => {
    const value = query[dimension]
    return value === undefined ? [] : [[dimension, value === unknown ? '' : value]]
  })
  return Object.fromEntries(named)
}

/** What a query asks of the report. */
export const askedIn = (query: Static<typeof rangeSchema> & Static<typeof groupSchema>) => ({
  step: query.step,
  zone: query.zone,
  test: query.test === 'yes',
  only: groupOf(query),
  edges: edgesOf(query),
})
