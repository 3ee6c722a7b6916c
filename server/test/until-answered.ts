import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 100

/** Asks again while a busy store refuses with 503, as clients do: a 503 says that nothing was done. */
export async function untilAnswered<T extends { readonly status: number }>(
  ask: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(pauseMs)
  }
}
