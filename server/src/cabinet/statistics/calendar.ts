import { hourMs } from '../../platform/clock.ts'
import { dayBorders } from '../../platform/time-zone.ts'

/** Hours are counted whole: a zone that is half an hour off has its days begin within half an hour of midnight. */
export const wholeHour = (at: number) => Math.floor(at / hourMs) * hourMs

/** When each hour of a range begins, and where the last one ends. */
export function hourEdges(from: number, to: number): number[] {
  const [first, end] = [wholeHour(from), Math.ceil(to / hourMs) * hourMs]
  return Array.from({ length: (end - first) / hourMs + 1 }, (_, hour) => first + hour * hourMs)
}

/** The same of the days that it touches, as the zone has them: most last 24 hours, two in a year 23 or 25. */
export function dayEdges(from: number, to: number, zone: string): number[] {
  const { startOfDay, nextDay } = dayBorders(zone)
  let start = startOfDay(from)
  const edges = [wholeHour(start)]
  while (start < to) {
    start = nextDay(start)
    edges.push(wholeHour(start))
  }
  return edges
}
