import { isWholeNumber } from '../../numbering/read-phone.ts'
import type { CallerRangeKey } from '../../storage/queries/trunks.ts'

/** A code is the last four digits of a calling number; `0000` is never used (C8-1). */
export const codeCount = 10_000
/** E.164: at most 15 digits, so every number is exact as a double. */
const numberText = /^[1-9]\d{6,14}$/
/** A million numbers are a hundred full blocks: a larger range is a typing mistake. */
const maxRangeNumbers = 1_000_000

/** A range of consecutive numbers that may be shown on some trunks. */
export interface CallerRange {
  readonly first: number
  readonly last: number
  readonly trunks: readonly string[]
}

/** Parses `74951230000-74951239999` or a single number; otherwise returns the fault in words. */
export function parseCallerRange(text: string): { first: string; last: string } | string {
  const [first = '', last = first, ...rest] = text.split('-').map((part) => part.trim().replace(/^\+/, ''))
  if (rest.length > 0 || !numberText.test(first) || !numberText.test(last) || first.length !== last.length) {
    return `"${text}": expected a number such as 74951230000 or a range such as 74951230000-74951239999`
  }
  const count = Number(last) - Number(first) + 1
  if (count < 1) return `"${text}": the last number comes before the first`
  if (count > maxRangeNumbers) return `"${text}": ${count} numbers; a range holds at most ${maxRangeNumbers}`
  return { first, last }
}

/**
 * Like `parseCallerRange`, but accepts only complete numbers. It checks new ranges; `parseCallerRange` stays lenient so
 * that a wrong stored range can still be named and removed.
 */
export function parseNewCallerRange(text: string): { first: string; last: string } | string {
  const range = parseCallerRange(text)
  if (typeof range === 'string' || text.split('-').every((end) => isWholeNumber(end.trim()))) return range
  return `"${text}": expected whole numbers with the country code, such as 74951230000`
}

/** Merges entries with the same numbers into one, with all the trunks that may show them. */
export function mergeRanges(records: readonly CallerRangeKey[]): CallerRange[] {
  const merged = new Map<string, { first: number; last: number; trunks: string[] }>()
  for (const { first, last, trunk } of records) {
    const key = `${first}-${last}`
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { first: Number(first), last: Number(last), trunks: [trunk] })
    else known.trunks.push(trunk)
  }
  return [...merged.values()]
}

/** How many numbers of the range end with the code, and the first of them: the others follow every 10,000. */
export function endingWith({ first, last }: CallerRange, code: number): { first: number; count: number } {
  const ending = first - Math.floor(first / codeCount) * codeCount
  const found = first + code - ending + (code < ending ? codeCount : 0)
  return { first: found, count: found > last ? 0 : Math.floor((last - found) / codeCount) + 1 }
}

/** Marks in `codes` which codes the range can show. */
export function markCodes({ first, last }: CallerRange, codes: Uint8Array): void {
  if (last - first + 1 >= codeCount) {
    codes.fill(1)
    return
  }
  for (let number = first; number <= last; number++) codes[number % codeCount] = 1
}

export function codeText(code: number): string {
  return String(code).padStart(4, '0')
}

/** Fewer codes than this can be guessed: the operator is warned. */
const alarmBelowCodes = 1_000
/** With fewer codes one guess in a hundred is right: no codes are drawn. */
const refuseBelowCodes = 100

/** Whether a pool of this many codes may draw them. The demo draws from any pool, because nothing is at stake. */
export function judgePool(showableCodes: number, demo: boolean): 'enough' | 'alarm' | 'refuse' {
  if (showableCodes >= alarmBelowCodes) return 'enough'
  return showableCodes >= refuseBelowCodes || (demo && showableCodes > 0) ? 'alarm' : 'refuse'
}
