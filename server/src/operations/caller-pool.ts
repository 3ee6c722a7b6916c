import { parseCallerRange, parseNewCallerRange } from '../telephony/pool/caller-range.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

export interface RangeOnTrunks {
  /** `74951230000-74951239999` or a single number. */
  readonly range: string
  readonly trunks: readonly string[]
}

export interface NumberRange {
  readonly first: string
  readonly last: string
}

/** `withDemo`: the trunk of the simulated carrier is one of the trunks. */
export async function addToPool(
  operating: Operating,
  { range: text, trunks, withDemo }: RangeOnTrunks & { readonly withDemo: boolean },
): Promise<NumberRange> {
  const range = readRange(parseNewCallerRange(text))
  await operate(operating, async () => {
    const known = (await operating.store.trunks()).filter(({ demo }) => withDemo || !demo)
    const missing = trunks.find((trunk) => !known.some(({ name }) => name === trunk))
    if (missing !== undefined) {
      throw new OperationRefused('no-trunk', `There is no trunk ${missing}`, {
        field: 'trunks',
        expected: 'names of trunks',
      })
    }
    return {
      change: 'addCallerRanges',
      input: trunks.map((trunk) => ({ ...range, trunk })),
      log: { kind: 'numbers-added', facts: { ...range, trunks } },
    }
  })
  return range
}

/** Returns from how many of the trunks it was removed. */
export async function removeFromPool(
  operating: Operating,
  { range: text, trunks }: RangeOnTrunks,
): Promise<NumberRange & { readonly removed: number }> {
  const range = readRange(parseCallerRange(text))
  const removed = await operate(operating, async () => {
    const ranges = await operating.store.callerRanges()
    const there = trunks.filter((trunk) =>
      ranges.some((each) => each.trunk === trunk && each.first === range.first && each.last === range.last),
    )
    if (there.length === 0) throw new OperationRefused('no-range', 'There is no such range on these trunks')
    return {
      change: 'removeCallerRanges',
      input: there.map((trunk) => ({ ...range, trunk })),
      log: { kind: 'numbers-removed', facts: { ...range, trunk: there.join(', ') } },
    }
  })
  return { ...range, removed: removed! }
}

export const maxLabelLength = 100

/** Notes what phones show beside the numbers of a range, as agreed with the network. Returns on how many trunks. */
export async function labelNumbers(
  operating: Operating,
  {
    range: text,
    trunks,
    label,
    category,
  }: RangeOnTrunks & { readonly label: string; readonly category: string },
): Promise<NumberRange & { readonly labelled: number }> {
  const range = readRange(parseCallerRange(text))
  for (const [field, value] of [
    ['label', label],
    ['category', category],
  ] as const)
    if (value.length > maxLabelLength) throw wrongField(field, `at most ${maxLabelLength} characters`)
  const labelled = await operate(operating, async () => {
    const ranges = await operating.store.callerRanges()
    const there = trunks.filter((trunk) =>
      ranges.some((each) => each.trunk === trunk && each.first === range.first && each.last === range.last),
    )
    if (there.length === 0) throw new OperationRefused('no-range', 'There is no such range on these trunks')
    return {
      change: 'labelCallerRanges',
      input: { ranges: there.map((trunk) => ({ ...range, trunk })), label, category },
      log: { kind: 'numbers-labelled', facts: { ...range, trunks: there, label, category } },
    }
  })
  return { ...range, labelled: labelled! }
}

function readRange(parsed: NumberRange | string): NumberRange {
  if (typeof parsed === 'string') throw new OperationRefused('bad-range', parsed, { field: 'range' })
  return parsed
}
