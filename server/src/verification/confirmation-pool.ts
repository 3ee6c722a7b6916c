import { isWholeNumber } from '../numbering/whole-number.ts'
import type { Store } from '../storage/store.ts'

/** A block of ten thousand is the largest that operators hand out whole. */
const maxRange = 10_000
const e164Digits = /^[1-9]\d{6,14}$/

/** What `ringkey confirm-pool …` says, for programs and for people. */
export interface PoolReport {
  readonly json: unknown
  readonly text: string
  readonly failed?: boolean
}

/** `74951230000-74951230009`, `74951230000` or `+74951230000`: undefined when it is neither a number nor a range. */
export function readNumbers(text: string): string[] | undefined {
  const [first, last = first, ...rest] = text.split('-').map((part) => part.trim().replace(/^\+/, ''))
  if (first === undefined || last === undefined || rest.length > 0) return undefined
  if (!e164Digits.test(first) || !e164Digits.test(last) || first.length !== last.length) return undefined
  const count = Number(last) - Number(first) + 1
  if (count < 1 || count > maxRange) return undefined
  return Array.from({ length: count }, (_, index) => String(Number(first) + index))
}

/** As `readNumbers`, of numbers that people can call: what got in by mistake can still be named to be removed. */
export function readNewNumbers(text: string): string[] | undefined {
  return text.split('-').every((end) => isWholeNumber(end.trim())) ? readNumbers(text) : undefined
}

/**
 * Adds all of them or, when one cannot be read, none. A running service draws from them within two seconds. Numbers
 * that are known already are bound to the trunks too.
 */
export async function addToPool(
  store: Store,
  texts: readonly string[],
  trunks: readonly string[] = [],
): Promise<PoolReport> {
  const numbers = readAll(texts, readNewNumbers)
  if (typeof numbers === 'string') return faulty(numbers)
  const fault = await faultInTrunks(store, trunks)
  if (fault !== undefined) return faulty(fault)
  const added = await store.addConfirmationNumbers({ numbers, demo: false, trunks })
  const known = numbers.length - added
  const bound = trunks.length === 0 ? '' : ` Calls to them count over ${trunks.join(', ')} alone.`
  return {
    json: { added, known, ...(trunks.length === 0 ? {} : { trunks }) },
    text: `Added: ${added}. In the pool already: ${known}.${bound}`,
  }
}

/** Why confirmation numbers cannot be bound to these trunks. */
export async function faultInTrunks(
  store: Pick<Store, 'trunks'>,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined
  const known = new Map((await store.trunks()).map((trunk) => [trunk.name, trunk]))
  for (const name of names) {
    const trunk = known.get(name)
    if (trunk === undefined || trunk.demo) return `trunk: there is no trunk "${name}" of yours`
    if (!trunk.settings.incomingCalls)
      return `trunk: "${name}" is for outgoing calls alone (incomingCalls is no)`
  }
  return undefined
}

/**
 * Takes them out, all or, when one cannot be read, none. They are given out no more; whoever was given one may call it
 * until the time is up.
 */
export async function removeFromPool(store: Store, texts: readonly string[]): Promise<PoolReport> {
  const read = readAll(texts, readNumbers)
  if (typeof read === 'string') return faulty(read)
  const numbers = [...new Set(read)]
  const removed = await store.removeConfirmationNumbers(numbers)
  const unknown = numbers.length - removed
  return {
    json: { removed, unknown },
    text: `Removed: ${removed}. Not in the pool: ${unknown}.`,
    failed: removed === 0,
  }
}

/** The numbers, or what is wrong with the first text that cannot be read. */
function readAll(texts: readonly string[], read: typeof readNumbers): string[] | string {
  const numbers: string[] = []
  for (const text of texts) {
    const some = read(text)
    if (some === undefined) {
      return `"${text}": expected a whole number such as 74951230000 or a range such as 74951230000-74951230009 of at most ${maxRange} numbers`
    }
    numbers.push(...some)
  }
  return numbers
}

function faulty(fault: string): PoolReport {
  return { json: { error: fault }, text: fault, failed: true }
}

export async function listPool(store: Store): Promise<PoolReport> {
  const numbers = await store.confirmationNumbers()
  const lines = numbers.map(({ number, demo, trunks }) =>
    [number, ...(demo ? ['demo'] : []), ...(trunks.length === 0 ? [] : [trunks.join(', ')])].join('  '),
  )
  return { json: numbers, text: lines.length === 0 ? 'The confirmation pool is empty.' : lines.join('\n') }
}
