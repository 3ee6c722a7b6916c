import { Type } from 'typebox'
import { dayMs } from '../platform/clock.ts'
import { type Refusal, refusalWords } from '../quality/number-health.ts'
import { watch } from '../storage/author.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import {
  changeNumberQuarantines,
  type NumberQuarantine,
  numberQuarantines,
} from '../storage/queries/number-quarantines.ts'
import * as trunks from '../storage/queries/trunks.ts'
import { parseCallerRange, parseNewCallerRange } from '../telephony/pool/caller-range.ts'
import { type FullContext, type OperationContext, type OperationTx, operation } from './operation.ts'
import { listed, numbersText } from './wording.ts'

export interface NumberRange {
  readonly first: string
  readonly last: string
}

export const maxLabelLength = 100
export const rangeField = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'such as 74951230000-74951239999, or a single number',
})
export const trunkNames = Type.Array(Type.String({ maxLength: 32 }), { minItems: 1, maxItems: 100 })
const onTrunks = { range: rangeField, trunks: trunkNames }

export const addToPool = operation({
  name: 'pool.add',
  about: 'Add caller numbers to trunks',
  log: ({ first, last, trunks }: NumberRange & { trunks: readonly string[] }) => [
    `calling numbers ${numbersText(first, last)} added to ${trunks.join(', ')}`,
    `номера для показа: добавлены ${numbersText(first, last)} (${trunks.join(', ')})`,
  ],
  api: { scope: 'trunks', path: '/pools/ranges' },
  input: Type.Object(onTrunks),
  prepare: ({ demo }: OperationContext & Pick<FullContext, 'demo'>, input) => ({
    ...input,
    withDemo: demo.isOn,
  }),
  async run({ sql, log }, input) {
    const range = readRange(parseNewCallerRange(input.range))
    const known = (await trunks.trunks(sql)).filter(({ demo }) => input.withDemo || !demo)
    const missing = input.trunks.find((trunk) => !known.some(({ name }) => name === trunk))
    if (missing !== undefined) {
      const more = { field: 'trunks', expected: 'names of trunks' }
      throw new OperationRefused('no-trunk', `There is no trunk ${missing}`, more)
    }
    const there = await trunksOf(sql, range)
    const added = input.trunks.filter((trunk) => !there.includes(trunk))
    for (const trunk of added) await trunks.addCallerRange(sql, { ...range, trunk })
    if (added.length > 0) log({ ...range, trunks: added })
    return { ...range, numbers: Number(range.last) - Number(range.first) + 1 }
  },
})

export const removeFromPool = operation({
  name: 'pool.remove',
  about: 'Remove caller numbers from trunks',
  log: ({ first, last, trunk }: trunks.CallerRangeKey) => [
    `calling numbers ${numbersText(first, last)} taken from ${trunk}`,
    `номера для показа: убраны ${numbersText(first, last)} (${trunk})`,
  ],
  api: { scope: 'trunks', path: '/pools/ranges/remove' },
  input: Type.Object(onTrunks),
  async run(tx, input) {
    const { range, there } = await rangeOn(tx, input)
    for (const trunk of there) await trunks.removeCallerRange(tx.sql, { ...range, trunk })
    tx.log({ ...range, trunk: there.join(', ') })
    return { ...range, removed: there.length }
  },
})

/** As agreed with the network. */
export const labelNumbers = operation({
  name: 'pool.label',
  about: 'Set what phones show beside the numbers of a range',
  log: (facts: NumberRange & { trunks: readonly string[]; label: string; category: string }) => {
    const [numbers, on] = [numbersText(facts.first, facts.last), facts.trunks.join(', ')]
    const label = listed(facts.label, facts.category)
    return [
      `label of calling numbers ${numbers} on ${on}: ${label || 'none'}`,
      `маркировка номеров ${numbers} на ${on}: ${label || 'нет'}`,
    ]
  },
  api: { scope: 'trunks', path: '/pools/ranges/label' },
  input: Type.Object({
    ...onTrunks,
    label: Type.String({ maxLength: 200, description: 'the name that phones show' }),
    category: Type.String({ maxLength: 200, description: 'the kind of call that phones show' }),
  }),
  async run(tx, { label, category, ...input }) {
    for (const [field, value] of Object.entries({ label, category }))
      if (value.length > maxLabelLength) throw wrongField(field, `at most ${maxLabelLength} characters`)
    const { range, there } = await rangeOn(tx, input)
    for (const trunk of there) await trunks.labelCallerRange(tx.sql, { ...range, trunk, label, category })
    tx.log({ ...range, trunks: there, label, category })
    return { ...range, labelled: there.length }
  },
})

/** The number is on probation, and calls until now do not count. */
export const releaseNumbers = operation({
  name: 'pool.release',
  about: 'End the pause of a number or a range by hand',
  log: ({ first, last, trunk }: trunks.CallerRangeKey) => [
    `the pause of calling numbers ${numbersText(first, last)} on ${trunk} ended`,
    `пауза номеров ${numbersText(first, last)} на ${trunk} снята`,
  ],
  api: { scope: 'trunks', path: '/caller-id-health/release' },
  isIndependent: true,
  input: Type.Object({ range: rangeField, trunk: Type.String({ minLength: 1, maxLength: 32 }) }),
  async run({ sql, at, log }, { range: text, trunk }) {
    const key = { ...readRange(parseCallerRange(text)), trunk }
    const isThis = (each: NumberQuarantine) =>
      each.first === key.first && each.last === key.last && each.trunk === trunk
    const quarantine = (await numberQuarantines(sql)).find(isThis)
    if (quarantine?.state !== 'quarantined')
      throw new OperationRefused(
        'not-quarantined',
        `${rangeText(key.first, key.last)} is not paused on ${trunk}`,
      )
    const fromDay = Math.floor(at / dayMs)
    const released: NumberQuarantine = {
      ...quarantine,
      state: 'probation',
      since: at,
      until: 0,
      fromDay,
      before: null,
    }
    await changeNumberQuarantines(sql, { saved: [released], removed: [] })
    return log(key)
  },
})

/** The service itself: it quarantines calling numbers that are refused. */
export const numberWatch = watch('number watch')

/** A line of the log names this many; the page has all of them. */
const namedNumbers = 10

export interface QuarantineFacts extends Pick<NumberQuarantine, 'trunk' | 'state' | 'until'> {
  readonly count: number
  /** The first of them. */
  readonly numbers: readonly string[]
  readonly refusal: Refusal
}

/** Numbers of one trunk that get the same state for the same reason share a line of the log. */
export const quarantineNumbers = operation({
  name: 'pool.quarantine',
  about: 'Pause caller numbers that are refused, or end their pause',
  log: ({ trunk, state, refusal, ...of }: QuarantineFacts) => {
    const numbers = named(of)
    if (state === 'quarantined')
      return [
        `calling numbers of ${trunk} paused, ${refusalWords[refusal][0]}: ${numbers}`,
        `номера ${trunk} поставлены на паузу, ${refusalWords[refusal][1]}: ${numbers}`,
      ]
    return state === 'probation'
      ? [
          `calling numbers of ${trunk} are retested: ${numbers}`,
          `номера ${trunk} проверяются снова: ${numbers}`,
        ]
      : [
          `calling numbers of ${trunk} are healthy again: ${numbers}`,
          `номера ${trunk} снова в порядке: ${numbers}`,
        ]
  },
  isIndependent: true,
  input: Type.Object({ quarantines: Type.Unsafe<NumberQuarantine[]>(Type.Array(Type.Unknown())) }),
  async run({ sql, log }, { quarantines }) {
    await changeNumberQuarantines(sql, { saved: quarantines, removed: [] })
    for (const group of Map.groupBy(quarantines, groupOf).values()) log(factsOf(group))
  },
})

const groupOf = ({ trunk, state, until, finding }: NumberQuarantine) =>
  `${trunk} ${state} ${until} ${finding.refusal}`

function factsOf(quarantines: readonly NumberQuarantine[]): QuarantineFacts {
  const { trunk, state, until, finding } = quarantines[0]!
  const numbers = quarantines.slice(0, namedNumbers).map(({ first, last }) => rangeText(first, last))
  return { trunk, state, count: quarantines.length, numbers, refusal: finding.refusal, until }
}

/** The first of some numbers or ranges, and how many there are when more. */
function named({ count, numbers }: Pick<QuarantineFacts, 'count' | 'numbers'>): string {
  const text = numbers.map((range) => numbersText(range.split('-')[0]!, range.split('-').at(-1)!)).join(', ')
  return count > numbers.length ? `${text} … (${count})` : text
}

export const rangeText = (first: string, last: string) => (first === last ? first : `${first}-${last}`)

/** The range, and which of the trunks have it. */
async function rangeOn({ sql }: OperationTx, input: { range: string; trunks: readonly string[] }) {
  const range = readRange(parseCallerRange(input.range))
  const known = await trunksOf(sql, range)
  const there = input.trunks.filter((trunk) => known.includes(trunk))
  if (there.length === 0) throw new OperationRefused('no-range', 'There is no such range on these trunks')
  return { range, there }
}

/** The trunks that show this range. */
async function trunksOf(sql: OperationTx['sql'], { first, last }: NumberRange): Promise<string[]> {
  const ranges = await trunks.callerRanges(sql)
  return ranges.filter((each) => each.first === first && each.last === last).map(({ trunk }) => trunk)
}

function readRange(parsed: NumberRange | string): NumberRange {
  if (typeof parsed === 'string') throw new OperationRefused('bad-range', parsed, { field: 'range' })
  return parsed
}
