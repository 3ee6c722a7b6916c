import { Type } from 'typebox'
import { isWholeNumber } from '../numbering/read-phone.ts'
import { OperationRefused } from '../storage/operation-refused.ts'
import * as operator from '../storage/queries/operator.ts'
import { trunks as allTrunks } from '../storage/queries/trunks.ts'
import { rangeField } from './caller-pool.ts'
import { optional } from './fields.ts'
import { type OperationTx, operation } from './operation.ts'

/** A block of ten thousand is the largest that operators assign at once. */
const maxRange = 10_000
const e164Digits = /^[1-9]\d{6,14}$/

/** `74951230000-74951230009`, `74951230000` or `+74951230000`: undefined when it is neither a number nor a range. */
export function readNumbers(text: string): string[] | undefined {
  const [first, last = first, ...rest] = text.split('-').map((part) => part.trim().replace(/^\+/, ''))
  if (first === undefined || last === undefined || rest.length > 0) return undefined
  if (!e164Digits.test(first) || !e164Digits.test(last) || first.length !== last.length) return undefined
  const count = Number(last) - Number(first) + 1
  if (count < 1 || count > maxRange) return undefined
  return Array.from({ length: count }, (_, index) => String(Number(first) + index))
}

/**
 * Like `readNumbers`, but only for numbers that people can call. A number that was added by mistake can still be
 * removed.
 */
function readNewNumbers(text: string): string[] | undefined {
  return text.split('-').every((end) => isWholeNumber(end.trim())) ? readNumbers(text) : undefined
}

/** Added, or existing ones that are marked or bound to trunks, with the marks that were set. */
export interface MarkedNumbers {
  readonly count: number
  readonly range: string
  readonly trunks?: readonly string[]
  readonly tollFree?: boolean
  readonly countries?: readonly string[]
  readonly thanks?: boolean
}

/** How many, which, and the marks as the command has them. */
function marked({ count, range, tollFree, countries, thanks }: MarkedNumbers): string {
  const flag = (name: string, value?: boolean) =>
    value === undefined ? [] : [`${name} ${value ? 'yes' : 'no'}`]
  const marks = [
    ...flag('toll-free', tollFree),
    ...(countries === undefined ? [] : [`country ${countries.join(' ') || '-'}`]),
    ...flag('thanks', thanks),
  ]
  return `${count} (${[range, ...marks].join('; ')})`
}

/** A running service uses them within two seconds. */
export const addConfirmationNumbers = operation({
  name: 'confirm-pool.add',
  about: 'Let people call numbers to confirm their own: all of them or, when one cannot be read, none',
  log: ({ trunks, ...facts }: MarkedNumbers) => {
    const numbers = marked(facts)
    return trunks === undefined
      ? [`confirmation numbers added: ${numbers}`, `добавлено номеров подтверждения: ${numbers}`]
      : [
          `confirmation numbers bound to ${trunks.join(', ')}: ${numbers}`,
          `номера подтверждения принимаются только через ${trunks.join(', ')}: ${numbers}`,
        ]
  },
  api: { scope: 'trunks', path: '/pools/confirmation' },
  input: Type.Object({
    ranges: Type.Array(rangeField, { minItems: 1, maxItems: maxRange }),
    ...optional({
      trunks: Type.Array(Type.String({ maxLength: 32 }), {
        maxItems: 100,
        description: 'calls to the numbers count only over these trunks; existing numbers are bound too',
      }),
      tollFree: Type.Boolean({ description: 'people call them free of charge, so they are given out first' }),
      countries: Type.Array(
        Type.String({ pattern: '^[A-Z]{2}$', expected: 'ISO codes of countries such as RU' }),
        { maxItems: 250, description: 'given only to people of these countries; none is everybody' },
      ),
      thanks: Type.Boolean({
        description:
          'answer calls that confirm with a spoken thank-you, on toll-free numbers alone; every answered call costs you money',
      }),
    }),
  }),
  async run(tx, { ranges, trunks = [], ...marks }) {
    const numbers = readAll(ranges, readNewNumbers)
    await requireIncoming(tx, trunks)
    const known = await knownNumbers(tx)
    const toChange = [...new Set(numbers)].filter((number) => {
      const before = known.get(number)
      if (before === undefined || differs(before, marks)) return true
      return trunks.some((trunk) => !before.trunks.includes(trunk))
    })
    // Elsewhere the person would pay for an answered call.
    const isCharged = (number: string) => !(marks.tollFree ?? known.get(number)?.tollFree ?? false)
    const charged = marks.thanks === true ? toChange.find(isCharged) : undefined
    if (charged !== undefined) {
      const message = `${charged} is not marked as toll-free: its callers would pay for an answered call`
      throw new OperationRefused('wrong-field', message, { field: 'thanks', expected: 'toll-free numbers' })
    }
    if (toChange.length === 0) return { added: 0, known: numbers.length }
    const wanted = { numbers: toChange, demo: false, trunks, ...marks }
    const added = await operator.addConfirmationNumbers(tx.sql, wanted)
    const facts = { count: toChange.length, range: ranges.map((text) => text.trim()).join(', '), ...marks }
    tx.log({ ...facts, ...(trunks.length === 0 ? {} : { trunks }) })
    return { added, known: numbers.length - added }
  },
})

/** A person who already got a number may call it until the time is over. */
export const removeConfirmationNumbers = operation({
  name: 'confirm-pool.remove',
  about: 'Remove numbers that people call: all of them or, when one cannot be read, none',
  log: ({ count, first }: { count: number; first: string }) =>
    count === 1
      ? [`confirmation number +${first} removed`, `убран номер подтверждения +${first}`]
      : [
          `confirmation numbers removed: ${count}, from +${first} on`,
          `убрано номеров подтверждения: ${count}, начиная с +${first}`,
        ],
  api: { scope: 'trunks', path: '/pools/confirmation/remove' },
  input: Type.Object({ numbers: Type.Array(rangeField, { minItems: 1, maxItems: maxRange }) }),
  async run(tx, { numbers: texts }) {
    const numbers = [...new Set(readAll(texts, readNumbers))]
    const known = await knownNumbers(tx)
    const there = numbers.filter((number) => known.has(number))
    if (there.length === 0) return { removed: 0, unknown: numbers.length }
    const removed = await operator.removeConfirmationNumbers(tx.sql, there)
    tx.log({ count: there.length, first: there[0]! })
    return { removed, unknown: numbers.length - removed }
  },
})

const knownNumbers = async ({ sql }: OperationTx) =>
  new Map((await operator.confirmationNumbers(sql)).map((record) => [record.number, record]))

const differs = (before: operator.ConfirmationNumberRecord, marks: object) =>
  JSON.stringify({ ...before, ...marks }) !== JSON.stringify(before)

/** Confirmation numbers can be bound to real trunks that accept incoming calls. */
async function requireIncoming({ sql }: OperationTx, names: readonly string[]): Promise<void> {
  const known = names.length === 0 ? [] : await allTrunks(sql)
  const more = { field: 'trunks', expected: 'names of trunks that take incoming calls' }
  for (const name of names) {
    const trunk = known.find((each) => each.name === name)
    if (trunk === undefined || trunk.demo)
      throw new OperationRefused('no-trunk', `There is no trunk ${name} of yours`, more)
    if (!trunk.settings.incomingCalls) {
      const message = `Trunk ${name} is for outgoing calls alone (incoming-calls is no)`
      throw new OperationRefused('wrong-field', message, more)
    }
  }
}

function readAll(texts: readonly string[], read: typeof readNumbers): string[] {
  return texts.flatMap((text) => {
    const numbers = read(text)
    if (numbers !== undefined) return numbers
    throw new OperationRefused(
      'bad-range',
      `"${text}": expected a whole number such as 74951230000 or a range such as 74951230000-74951230009 of at most ${maxRange} numbers`,
      { field: 'range' },
    )
  })
}
