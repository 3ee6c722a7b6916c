import { dayMs, hourMs } from '../../platform/clock.ts'

/** Hours are counted whole: a zone that is half an hour off has its days begin within half an hour of midnight. */
const wholeHour = (at: number) => Math.floor(at / hourMs) * hourMs

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** When each hour of a range begins, and where the last one ends. */
export function hourEdges(from: number, to: number): number[] {
  const [first, end] = [wholeHour(from), Math.ceil(to / hourMs) * hourMs]
  return Array.from({ length: (end - first) / hourMs + 1 }, (_, hour) => first + hour * hourMs)
}

/** The same of the days that it touches, as the zone has them: most last 24 hours, two in a year 23 or 25. */
export function dayEdges(from: number, to: number, zone: string): number[] {
  const offset = offsetsOf(zone)
  let start = startOfDay(from, offset)
  const edges = [wholeHour(start)]
  while (start < to) {
    // A day and a half later it is the next day, whatever the clocks have done.
    start = startOfDay(start + 1.5 * dayMs, offset)
    edges.push(wholeHour(start))
  }
  return edges
}

function startOfDay(at: number, offset: (at: number) => number): number {
  const midnight = Math.floor((at + offset(at)) / dayMs) * dayMs
  const guess = midnight - offset(at)
  return midnight - offset(guess)
}

/** How far the zone is ahead of UTC at a moment. */
export function offsetsOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
    if (match === null) return 0
    const sizeMs = Number(match[2]) * hourMs + (Number(match[3]) * hourMs) / 60
    return match[1] === '-' ? -sizeMs : sizeMs
  }
}
