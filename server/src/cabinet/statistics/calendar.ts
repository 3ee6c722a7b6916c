import { dayMs, hourMs } from '../../platform/clock.ts'

/** A stretch of equal steps: what one question to the store can count. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly stepHours: number
}

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

export function hourStretch(from: number, to: number): Stretch {
  return { from: wholeHour(from), to: Math.ceil(to / hourMs) * hourMs, stepHours: 1 }
}

/** The days that a range touches, as the zone has them: most last 24 hours, two in a year 23 or 25. */
export function dayStretches(from: number, to: number, zone: string): Stretch[] {
  const days = daysOf(from, to, zone)
  const stretches: Stretch[] = []
  for (const day of days) {
    const last = stretches.at(-1)
    if (last?.stepHours === day.stepHours) stretches[stretches.length - 1] = { ...last, to: day.to }
    else stretches.push(day)
  }
  return stretches
}

export function stepsOf({ from, to, stepHours }: Stretch): number[] {
  const count = Math.round((to - from) / (stepHours * hourMs))
  return Array.from({ length: count }, (_, index) => from + index * stepHours * hourMs)
}

function daysOf(from: number, to: number, zone: string): Stretch[] {
  const offset = offsetsOf(zone)
  const days: Stretch[] = []
  for (let start = startOfDay(from, offset); start < to; ) {
    // A day and a half later it is the next day, whatever the clocks have done.
    const next = startOfDay(start + 1.5 * dayMs, offset)
    const [begin, end] = [wholeHour(start), wholeHour(next)]
    days.push({ from: begin, to: end, stepHours: (end - begin) / hourMs })
    start = next
  }
  return days
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
