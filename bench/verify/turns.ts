import type { Answer } from '../measure/api-client.ts'

export class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`${answer.status} ${answer.code}`)
    this.answer = answer
  }
}

export interface Turned {
  /** How long each took that came to its end, without the time in which it asked nothing. */
  readonly timesMs: readonly number[]
  /** Of those that were refused: what was answered, and how many. */
  readonly refused: ReadonlyMap<string, number>
  readonly elapsedMs: number
}

/** Of one of them: takes a turn for a request. */
export type Turn = <T>(ask: () => Promise<T>) => Promise<T>

/**
 * Begins one after the other for so many seconds, or until there is none, with so many requests on their way at any moment.
 * One that waits for its call takes no turn; when the call has ended, its next request goes before those that have not begun.
 */
export async function inTurns(
  seconds: number,
  inFlight: number,
  one: (turn: Turn) => Promise<unknown> | undefined,
): Promise<Turned> {
  const timesMs: number[] = []
  const refused = new Map<string, number>()
  const waiting: (() => void)[] = []
  const startMs = performance.now()
  let untilMs = startMs + seconds * 1_000
  const ended = Promise.withResolvers<void>()
  let free = inFlight
  let open = 0

  const begin = () => {
    while (free > 0 && performance.now() < untilMs) {
      const asked = { ms: 0 }
      const begun = one((ask) => take(ask, asked))
      if (begun === undefined) untilMs = 0
      else void follow(begun, asked)
    }
    if (open === 0) ended.resolve()
  }
  const take = async <T>(ask: () => Promise<T>, asked: { ms: number }): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const beganMs = performance.now()
    try {
      return await ask()
    } finally {
      asked.ms += performance.now() - beganMs
      const next = waiting.shift()
      if (next === undefined) {
        free += 1
        begin()
      } else next()
    }
  }
  const follow = async (begun: Promise<unknown>, asked: { ms: number }): Promise<void> => {
    open += 1
    try {
      await begun
      timesMs.push(asked.ms)
    } catch (error) {
      if (!(error instanceof Refused)) ended.reject(error)
      else refused.set(error.message, (refused.get(error.message) ?? 0) + 1)
    }
    open -= 1
    begin()
  }
  begin()
  await ended.promise
  return { timesMs, refused, elapsedMs: performance.now() - startMs }
}
