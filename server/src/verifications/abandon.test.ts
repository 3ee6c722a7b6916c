import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { abandon } from './abandon.ts'

const verification = { id: 'vf_1', by: 'vf_1', accountId: 1, serviceId: 1, keyHash: null }

/** Answers of the store to one attempt after the other: `true` and `false` as they are, `undefined` is an error. */
async function attempts(answers: readonly (boolean | undefined)[], drainsAfter = Infinity) {
  const clock = new ManualClock()
  let [made, troubles, isOver] = [0, 0, false]
  const abandoned = abandon(
    {
      clock,
      store: {
        async abandonVerification() {
          const answer = answers[Math.min(made++, answers.length - 1)]
          if (answer === undefined) throw new Error('away')
          return answer
        },
      },
      isDraining: () => made >= drainsAfter,
      storeTrouble: () => void troubles++,
    },
    verification,
  ).then(() => {
    isOver = true
  })
  for (let second = 0; second < 100 && !isOver; second++) {
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(1_000)
  }
  await abandoned
  return { made, troubles }
}

it('a verification that was answered with 503: is ended as soon as the store can be reached', async () => {
  expect(await attempts([true])).toEqual({ made: 1, troubles: 0 })
  expect(await attempts([undefined, undefined, false, true])).toEqual({ made: 4, troubles: 2 })
})

it('a verification that was answered with 503: is given up before its next step, or when the service stops', async () => {
  expect(await attempts([false])).toEqual({ made: 50, troubles: 0 })
  expect(await attempts([undefined], 3)).toEqual({ made: 3, troubles: 3 })
})
