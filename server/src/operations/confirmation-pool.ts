import { isWholeNumber } from '../numbering/whole-number.ts'
import type { Store } from '../storage/store.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused } from './operation-refused.ts'

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

/**
 * Adds all of them or, when one cannot be read, none. A running service uses them within two seconds. When trunks are
 * given, calls to the numbers count only over these trunks; existing numbers are bound to the trunks too.
 */
export async function addConfirmationNumbers(
  operating: Operating,
  texts: readonly string[],
  trunks: readonly string[] = [],
): Promise<{ readonly added: number; readonly known: number }> {
  const numbers = readAll(texts, readNewNumbers)
  const unique = [...new Set(numbers)]
  const added = await operate(operating, async () => {
    await requireIncoming(operating.store, trunks)
    const known = await knownNumbers(operating)
    const toChange = unique.filter((number) => {
      const bound = known.get(number)
      return bound === undefined || trunks.some((trunk) => !bound.includes(trunk))
    })
    if (toChange.length === 0) return undefined
    const facts = { count: toChange.length, range: texts.map((text) => text.trim()).join(', ') }
    return {
      change: 'addConfirmationNumbers',
      input: { numbers: toChange, demo: false, trunks },
      log:
        trunks.length === 0
          ? { kind: 'confirmation-added', facts }
          : { kind: 'confirmation-bound', facts: { ...facts, trunks } },
    }
  })
  return { added: added ?? 0, known: numbers.length - (added ?? 0) }
}

/**
 * Removes all of them or, when one cannot be read, none. A person who already got a number may call it until the time
 * is over.
 */
export async function removeConfirmationNumbers(
  operating: Operating,
  texts: readonly string[],
): Promise<{ readonly removed: number; readonly unknown: number }> {
  const numbers = [...new Set(readAll(texts, readNumbers))]
  const removed = await operate(operating, async () => {
    const known = await knownNumbers(operating)
    const there = numbers.filter((number) => known.has(number))
    if (there.length === 0) return undefined
    return {
      change: 'removeConfirmationNumbers',
      input: there,
      log: { kind: 'confirmation-removed', facts: { count: there.length, first: there[0]! } },
    }
  })
  return { removed: removed ?? 0, unknown: numbers.length - (removed ?? 0) }
}

/** With the trunks to which they are bound. */
async function knownNumbers({ store }: Operating): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map((await store.confirmationNumbers()).map(({ number, trunks }) => [number, trunks]))
}

/** Confirmation numbers can be bound to real trunks that accept incoming calls. */
async function requireIncoming(store: Store, names: readonly string[]): Promise<void> {
  const known = names.length === 0 ? [] : await store.trunks()
  const place = { field: 'trunks', expected: 'names of trunks that take incoming calls' }
  for (const name of names) {
    const trunk = known.find((each) => each.name === name)
    if (trunk === undefined || trunk.demo) {
      throw new OperationRefused('no-trunk', `There is no trunk ${name} of yours`, place)
    }
    if (!trunk.settings.incomingCalls) {
      const message = `Trunk ${name} is for outgoing calls alone (incoming-calls is no)`
      throw new OperationRefused('wrong-field', message, place)
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
