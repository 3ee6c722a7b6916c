import { hourMs } from '../../src/platform/clock.ts'

const dayMs = 24 * hourMs

/** The shares of the traffic that go to six operators. */
export const operators: Readonly<Record<string, number>> = {
  МТС: 0.27,
  МегаФон: 0.22,
  Билайн: 0.19,
  T2: 0.18,
  'Т-Мобайл': 0.1,
  Yota: 0.04,
}

/** Carriers as they are when nothing is wrong, cheapest first. */
export const carriers: Readonly<
  Record<string, { readonly price: string; readonly delivery: number; readonly conversion: number }>
> = {
  cheap: { price: '0.20/attempt', delivery: 0.84, conversion: 0.86 },
  south: { price: '0.26/attempt', delivery: 0.9, conversion: 0.87 },
  // The price of an attempt with a label in Russian networks, by press reports of October 2025.
  north: { price: '0.30/attempt', delivery: 0.94, conversion: 0.89 },
  dear: { price: '0.45/attempt', delivery: 0.95, conversion: 0.9 },
}

interface Fault {
  readonly name: string
  readonly trunk: string
  /** undefined: all operators. */
  readonly operator?: string
  readonly from: number
  readonly to: number
  readonly delivery?: number
  readonly conversion?: number
}

/** What goes wrong in the week; a factor multiplies the rate of the carrier. */
export const faults: readonly Fault[] = [
  {
    name: 'cheap shows T2 another number: it rings and hardly anybody confirms',
    trunk: 'cheap',
    operator: 'T2',
    from: 0,
    to: 7 * dayMs,
    conversion: 0.4,
  },
  {
    name: 'north to МТС delivers half since Tuesday morning, for three days',
    trunk: 'north',
    operator: 'МТС',
    from: dayMs + 10 * hourMs,
    to: 4 * dayMs + 10 * hourMs,
    delivery: 0.5,
  },
  {
    name: 'south delivers a third for eight hours on Thursday',
    trunk: 'south',
    from: 3 * dayMs + 8 * hourMs,
    to: 3 * dayMs + 16 * hourMs,
    delivery: 0.33,
  },
  {
    name: 'dear is labelled as spam by Билайн since Wednesday, for two days: it rings and a quarter confirms',
    trunk: 'dear',
    operator: 'Билайн',
    from: 2 * dayMs + 12 * hourMs,
    to: 4 * dayMs + 12 * hourMs,
    conversion: 0.25,
  },
]

export interface TrueRates {
  readonly delivery: number
  readonly conversion: number
}

/** At night fewer people type the code, whichever trunk rang: that must not look like a fault. */
const night = { hours: 7, conversion: 0.85 }

/** The true rates of a carrier towards an operator at a time. */
export function trueRates(trunk: string, operator: string, at: number): TrueRates {
  let { delivery, conversion } = carriers[trunk]!
  if (at % dayMs < night.hours * hourMs) conversion *= night.conversion
  for (const fault of faults) {
    if (fault.trunk !== trunk || at < fault.from || at >= fault.to) continue
    if (fault.operator !== undefined && fault.operator !== operator) continue
    delivery *= fault.delivery ?? 1
    conversion *= fault.conversion ?? 1
  }
  return { delivery, conversion }
}
