import type { Alarm } from '../../server/src/alarms/active-alarms.ts'
import { minuteMs } from '../../server/src/platform/clock.ts'
import { networkName } from '../../server/src/quality/network-name.ts'
import {
  blocks,
  type Fault,
  faults,
  operators,
  type Route,
  type Trunk,
  trunks,
  type Week,
  weekHours,
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
  readonly #week: Week

  constructor(week: Week) {
    this.#week = week
  }

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
      const about = this.#all.filter((alarm) => this.#isAbout(alarm, fault))
      const mended = fault.toHour < weekHours ? `, mended ${this.#hour(fault.toHour)}` : ''
      return [
        `${fault.name}`,
        `  planted ${this.#hour(fault.fromHour)}${mended}`,
        ...(about.length === 0 ? ['  NOT FOUND'] : about.map((alarm) => `  ${this.#detail(alarm, fault)}`)),
      ]
    })
    const wrong = this.#all.filter((alarm) => !faults.some((fault) => this.#isAbout(alarm, fault)))
    const found = faults.filter((fault) => this.#all.some((alarm) => this.#isAbout(alarm, fault))).length
    return [
      ...lines,
      '',
      `found: ${found} of ${faults.length}; false alarms: ${wrong.length}`,
      ...wrong.map(({ kind, subject, raisedAt }) => `  ${kind} ${subject} at ${moment(raisedAt)}`),
    ].join('\n')
  }

  #hour(hour: number): string {
    return moment(this.#week.timeOf(hour))
  }

  #detail({ kind, subject, raisedAt, clearedAt }: Noted, { fromHour }: Fault): string {
    const afterHours = this.#week.hourOf(raisedAt) - fromHour
    const cleared = clearedAt === undefined ? '' : `, over ${moment(clearedAt)}`
    return `${kind} ${subject}: after ${afterHours.toFixed(2)} h, ${moment(raisedAt)}${cleared}`
  }

  /** Whether one of the routes that an alarm names was hit by the fault, at that time. */
  #isAbout({ facts, subject, raisedAt }: Noted, { fromHour, toHour, hits }: Fault): boolean {
    const hour = this.#week.hourOf(raisedAt)
    if (hour < fromHour || hour > toHour + afterwardsHours) return false
    const trunk = trunks.find((each) => each === (facts.trunk ?? subject))
    return trunk !== undefined && routesOf(trunk, facts).some(hits)
  }
}

function routesOf(trunk: Trunk, { operator, block }: Noted['facts']): Route[] {
  return operators
    .filter(({ name }) => isAny(operator) || networkName('RU', name, '') === operator)
    .flatMap((each) =>
      blocks[trunk]
        .filter((own) => isAny(block) || block === own)
        .map((own) => ({ operator: each, trunk, block: own })),
    )
}

/** A range that several networks have marked is one alarm, of no network. */
const isAny = (name: unknown) => name === undefined || name === '' || name === '*'

const inMoscow = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Moscow',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const moment = (at: number) => inMoscow.format(Math.round(at / minuteMs) * minuteMs)
