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

/** Adds all of them or, when one cannot be read, none. A running service draws from them within two seconds. */
export async function addToPool(store: Store, texts: readonly string[]): Promise<PoolReport> {
  const numbers: string[] = []
  for (const text of texts) {
    const read = readNumbers(text)
    if (read === undefined) {
      const fault = `"${text}": expected a number such as 74951230000 or a range such as 74951230000-74951230009 of at most ${maxRange} numbers`
      return { json: { error: fault }, text: fault, failed: true }
    }
    numbers.push(...read)
  }
  const added = await store.addConfirmationNumbers({ numbers, demo: false })
  const known = numbers.length - added
  return {
    json: { added, known },
    text: `Added: ${added}. In the pool already: ${known}.`,
  }
}

export async function listPool(store: Store): Promise<PoolReport> {
  const numbers = await store.confirmationNumbers()
  const lines = numbers.map(({ number, demo }) => (demo ? `${number}  demo` : number))
  return { json: numbers, text: lines.length === 0 ? 'The confirmation pool is empty.' : lines.join('\n') }
}
