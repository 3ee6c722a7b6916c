import { unitsOf } from '../../books/money.ts'

/** What a carrier charges for calls to one destination, in units of money. */
export interface TrunkPrice {
  /** For each INVITE that was sent, whatever became of it. */
  readonly attemptUnits: number
  readonly ringUnits: number
  readonly answerUnits: number
  /** For the time from the answer to the end. */
  readonly minuteUnits: number
  /** The shortest time that is charged, and the steps after it: 60/60, 30/6, 1/1. */
  readonly firstSeconds: number
  readonly stepSeconds: number
}

/** What is charged of one attempt. */
export interface ChargedAttempt {
  readonly sent: boolean
  readonly rang: boolean
  readonly answered: boolean
  readonly talkMs: number
}

const anyPrefix = '*'

const part = /^(\d{1,6}(?:\.\d{1,4})?)\/(attempt|ring|answer|minute|second)(?: by (\d{1,3})\/(\d{1,3}))?$/

/** Reads `0.30/attempt+1.20/minute by 60/60`; undefined when it is not a price. */
export function parsePrice(text: string): TrunkPrice | undefined {
  const seen = new Set<string>()
  let price = {
    attemptUnits: 0,
    ringUnits: 0,
    answerUnits: 0,
    minuteUnits: 0,
    firstSeconds: 1,
    stepSeconds: 1,
  }
  for (const written of text.split('+')) {
    const match = part.exec(written.trim().replaceAll(/\s+/g, ' '))
    if (match === null) return undefined
    const [, amount, unit, first, step] = match
    const isTime = unit === 'minute' || unit === 'second'
    // One price for time: a second and a minute price would be charged twice.
    const kind = isTime ? 'time' : unit!
    if (seen.has(kind) || (!isTime && first !== undefined)) return undefined
    seen.add(kind)
    const units = unitsOf(amount!)!
    if (!isTime) {
      price = { ...price, [`${unit}Units`]: units }
      continue
    }
    const stepByDefault = unit === 'minute' ? '60' : '1'
    const [firstSeconds, stepSeconds] = [Number(first ?? stepByDefault), Number(step ?? stepByDefault)]
    if (stepSeconds === 0) return undefined
    price = { ...price, minuteUnits: unit === 'minute' ? units : units * 60, firstSeconds, stepSeconds }
  }
  return price
}

/** What the carrier charges. A fraction of a unit, which a step of seconds can make, is rounded up. */
export function costOf(price: TrunkPrice, { sent, rang, answered, talkMs }: ChargedAttempt): number {
  if (!sent) return 0
  return (
    price.attemptUnits +
    (rang ? price.ringUnits : 0) +
    (answered ? price.answerUnits + timeUnits(price, Math.ceil(talkMs / 1000)) : 0)
  )
}

function timeUnits({ minuteUnits, firstSeconds, stepSeconds }: TrunkPrice, seconds: number): number {
  const further = Math.max(0, Math.ceil((seconds - firstSeconds) / stepSeconds)) * stepSeconds
  return Math.ceil((minuteUnits * (firstSeconds + further)) / 60)
}

/**
 * The prices of a trunk, which its settings have checked, by destination prefix; the longest prefix decides. Undefined
 * where the trunk costs nothing, as far as we know.
 */
export function trunkPrices(written: Readonly<Record<string, string>>) {
  const byPrefix = new Map(
    Object.entries(written).map(([prefix, text]) => [prefix === anyPrefix ? '' : prefix, parsePrice(text)!]),
  )
  const longestFirst = [...new Set([...byPrefix.keys()].map(({ length }) => length))].sort((a, b) => b - a)
  return (e164: string): TrunkPrice | undefined => {
    for (const length of longestFirst) {
      const price = byPrefix.get(e164.slice(0, length))
      if (price !== undefined) return price
    }
    return undefined
  }
}
