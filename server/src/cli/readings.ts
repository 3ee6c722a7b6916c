// How arguments are parsed. Each parser states what it expects, for the error message.
import { stepSeconds } from '../accounts/service-settings.ts'
import type { AddressLimits } from '../books/address-limits.ts'
import { modes } from '../books/call.ts'
import { unitsOf } from '../books/money.ts'
import { monthNamed } from '../books/months.ts'
import type { Priced } from '../books/price-list.ts'
import type { PriceRecord } from '../books/tariff.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { WorkflowRule } from '../storage/queries/services.ts'
import type { Reading } from './command.ts'

const maxTextLength = 200
const maxEmailLength = 254

export function text(expected = `a text of 1 to ${maxTextLength} characters`): Reading<string> {
  return {
    expected,
    read(typed) {
      const trimmed = typed.trim()
      return trimmed !== '' && trimmed.length <= maxTextLength ? trimmed : undefined
    },
  }
}

export function oneOf<const T extends string>(...choices: readonly T[]): Reading<T> {
  return {
    expected: choices.length === 1 ? choices[0]! : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
    read: (typed) => choices.find((choice) => choice === typed),
  }
}

/** The consistency of the rules is checked with the settings as a whole; here missing seconds are filled in. */
export const workflowRules: Reading<readonly WorkflowRule[]> = {
  expected: 'JSON such as [{"match": {"country": "KZ"}, "steps": [{"mode": "voice", "seconds": 30}]}]',
  read(typed) {
    try {
      const rules = JSON.parse(typed) as WorkflowRule[]
      return rules.map(({ match = {}, steps, ...others }) => ({
        match,
        steps: steps.map((step) => ({ ...step, seconds: step.seconds ?? stepSeconds.default })),
        ...others,
      }))
    } catch {
      return undefined
    }
  },
}

/** Verifications, phones and countries an hour. Their range is asked of the settings as a whole. */
export const addressLimits: Reading<AddressLimits | null> = {
  expected: 'three numbers such as 100,50,5 (verifications, phones, countries an hour) or off',
  read(typed) {
    if (typed === 'off') return null
    if (!/^\d{1,5},\d{1,5},\d{1,5}$/.test(typed)) return undefined
    const [verifications, phones, countries] = typed.split(',').map(Number) as [number, number, number]
    return { verifications, phones, countries }
  },
}

export const yesOrNo: Reading<boolean> = {
  expected: 'yes or no',
  read: (typed) => ({ yes: true, no: false })[typed],
}

export const email: Reading<string> = {
  expected: 'an e-mail address such as ann@example.com',
  read(typed) {
    const address = typed.trim().toLowerCase()
    return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address) && address.length <= maxEmailLength
      ? address
      : undefined
  },
}

export const id: Reading<number> = {
  expected: 'a number such as 7 (the list commands show them)',
  read: (typed) => (/^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : undefined),
}

/** A month as `monthOf` counts it. */
export const month: Reading<number> = { expected: 'a month such as 2026-01', read: monthNamed }

export const trunkName: Reading<string> = { ...text('the name of a trunk'), names: 'trunks' }

export const serviceId: Reading<number> = { ...id, names: 'services' }

/** An account by its number or its e-mail address. */
export const accountName: Reading<number | string> = {
  names: 'accounts',
  expected: 'the number or the e-mail address of an account',
  read: (typed) => id.read(typed) ?? email.read(typed),
}

/** In hours, of a text such as `12h`; undefined for other units. */
function hoursIn(typed: string, units: string, maxMs: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(typed) ?? []
  if (unit === undefined || !units.includes(unit)) return undefined
  const ms = Number(count) * { s: secondMs, m: minuteMs, h: hourMs, d: dayMs }[unit as 's' | 'm' | 'h' | 'd']
  return ms <= maxMs ? ms / hourMs : undefined
}

export const overlap: Reading<number> = {
  expected: '0 to 7d: a number with s, m, h or d, such as 0, 30m, 12h or 7d',
  read: (typed) => (typed === '0' ? 0 : hoursIn(typed, 'smhd', 7 * dayMs)),
}

export const silenceTime: Reading<number> = {
  expected: 'a time such as 30m, 4h or 7d, at most 90d',
  read: (typed) => hoursIn(typed, 'mhd', 90 * dayMs) || undefined,
}

/** In UTC. */
export const moment: Reading<number> = {
  expected: 'a day or a time in UTC such as 2026-11-30 or 2026-11-30T18:00',
  read(typed) {
    const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?Z?$/.exec(typed)
    const timeMs = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2] ?? '00:00'}Z`)
    // JavaScript reads 2026-02-30 as the second of March.
    const isDay = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(match![1]!)
    return isDay ? timeMs : undefined
  },
}

/** A whole number in these bounds. */
export const wholeNumber = (min: number, max: number, expected: string): Reading<number> => ({
  expected,
  read: (typed) =>
    /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max ? Number(typed) : undefined,
})

export const port = wholeNumber(0, 65_535, 'a port from 0 to 65535 (0 takes a free one)')

/** A phone number is personal: an error never repeats it. `-` reads it from standard input. */
export const phoneText: Reading<string> = {
  expected:
    'a phone number such as +79161234567, or - to read it from standard input (out of the shell history)',
  read: (typed) => (typed.length <= maxTextLength && typed.trim() !== '' ? typed.trim() : undefined),
  concealed: true,
}

const priced: readonly Priced[] = [...modes, 'checkPhone']

/** What a price is for: `flash`, or `flash:77` for destinations that begin with 77. */
export const destination: Reading<Pick<PriceRecord, 'mode' | 'prefix'>> = {
  expected: `${priced.join(', ')}, with :DIGITS for a destination such as flash:77`,
  read(typed) {
    const [mode, prefix = '', ...rest] = typed.split(':')
    const known = priced.find((each) => each === mode)
    const isPrefix = typed.includes(':') ? /^[1-9]\d{0,14}$/.test(prefix) : true
    return known !== undefined && isPrefix && rest.length === 0 ? { mode: known, prefix } : undefined
  },
}

export const price: Reading<Pick<PriceRecord, 'mode' | 'prefix'> & { readonly price: string }> = {
  expected: 'MODE=AMOUNT or MODE:DIGITS=AMOUNT such as flash=0.80 or flash:77=1.20',
  read(typed) {
    const [left = '', right = '', ...rest] = typed.split('=')
    const of = destination.read(left)
    const isRead = of !== undefined && unitsOf(right) !== undefined && rest.length === 0
    return isRead ? { ...of, price: right } : undefined
  },
}

/** The text may contain a password, so an error does not repeat it. */
export const postgresUrl: Reading<string> = {
  expected: 'an address such as postgres://USER:PASSWORD@HOST:5432/NAME',
  read: (typed) => (/^postgres(ql)?:\/\/[^/]+\/.+$/.test(typed) && URL.canParse(typed) ? typed : undefined),
  concealed: true,
}

export const webAddress = (expected: string): Reading<string> => ({
  expected,
  read: (typed) => (/^https?:$/.test(URL.parse(typed)?.protocol ?? '') ? typed : undefined),
})
