import type { Alarm } from '../../server/src/alarms/alarm.ts'
import { hourMs } from '../../server/src/platform/clock.ts'
import { operatorName } from '../../server/src/quality/operator-name.ts'
import {
  blocks,
  type Fault,
  faults,
  operators,
  type Route,
  type Trunk,
  timeOf,
  trunks,
  week,
} from './world.ts'

interface Noted {
  readonly kind: string
  readonly subject: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly raisedAt: number
  clearedAt: number | undefined
}

/** An alarm after the end of a fault may still be about it: the test looks back. */
const afterwardsHours = 72

/** Which alarms were raised when, held against what was planted. */
export class Watchbook {
  readonly #open = new Map<string, Noted>()
  readonly #all: Noted[] = []

  note(at: number, alarms: readonly Alarm[]): void {
    const now = new Set(alarms.map(({ kind, subject }) => `${kind} ${subject}`))
    for (const [key, noted] of this.#open) {
      if (now.has(key)) continue
      noted.clearedAt = at
      this.#open.delete(key)
    }
    for (const { kind, subject, facts } of alarms) {
      const key = `${kind} ${subject}`
      if (this.#open.has(key)) continue
      const noted: Noted = { kind, subject, facts, raisedAt: at, clearedAt: undefined }
      this.#open.set(key, noted)
      this.#all.push(noted)
    }
  }

  report(): string {
    const lines = faults.flatMap((fault) => {
      const about = this.#all.filter((alarm) => isAbout(alarm, fault))
      return [
        `${fault.name}`,
        `  planted ${moment(fault.fromHour)}${fault.toHour < week.hours ? `, mended ${moment(fault.toHour)}` : ''}`,
        ...(about.length === 0 ? ['  NOT FOUND'] : about.map((alarm) => `  ${told(alarm, fault)}`)),
      ]
    })
    const wrong = this.#all.filter((alarm) => !faults.some((fault) => isAbout(alarm, fault)))
    const found = faults.filter((fault) => this.#all.some((alarm) => isAbout(alarm, fault))).length
    return [
      ...lines,
      '',
      `found: ${found} of ${faults.length}; false alarms: ${wrong.length}`,
      ...wrong.map(({ kind, subject, raisedAt }) => `  ${kind} ${subject} at ${moment(hourOf(raisedAt))}`),
    ].join('\n')
  }
}

function told({ kind, subject, raisedAt, clearedAt }: Noted, { fromHour }: Fault): string {
  const afterHours = (raisedAt - timeOf(fromHour)) / hourMs
  const cleared = clearedAt === undefined ? '' : `, over ${moment(hourOf(clearedAt))}`
  return `${kind} ${subject}: after ${afterHours.toFixed(2)} h, ${moment(hourOf(raisedAt))}${cleared}`
}

/** Whether one of the routes that an alarm names was hit by the fault, at that time. */
function isAbout({ facts, subject, raisedAt }: Noted, { fromHour, toHour, hits }: Fault): boolean {
  const hour = hourOf(raisedAt)
  if (hour < fromHour || hour > toHour + afterwardsHours) return false
  const trunk = trunks.find((each) => each === (facts.trunk ?? subject))
  return trunk !== undefined && routesOf(trunk, facts).some(hits)
}

function routesOf(trunk: Trunk, { operator, block }: Noted['facts']): Route[] {
  return operators
    .filter(({ name }) => isAny(operator) || operatorName('RU', name, '') === operator)
    .flatMap((each) =>
      blocks[trunk]
        .filter((own) => isAny(block) || block === own)
        .map((own) => ({ operator: each, trunk, block: own })),
    )
}

/** A range that several networks have marked is one alarm, of no operator. */
const isAny = (name: unknown) => name === undefined || name === '' || name === '*'

const hourOf = (at: number) => (at - week.from) / hourMs

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** In Moscow. */
function moment(hour: number): string {
  const minutes = Math.round((hour + 3) * 60)
  const [day, inDay] = [Math.floor(minutes / 1_440), minutes % 1_440]
  const clock = [Math.floor(inDay / 60), inDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return `${days[day] ?? 'later'} ${clock}`
}
