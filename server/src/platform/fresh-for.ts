import type { Clock } from './clock.ts'

/** Asks at most once in a while, however often it is asked. */
export function freshFor<T>(periodMs: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = 0
  return () => {
    if (answer === undefined || clock.now() - askedAt >= periodMs) {
      askedAt = clock.now()
      answer = ask()
    }
    return answer
  }
}
