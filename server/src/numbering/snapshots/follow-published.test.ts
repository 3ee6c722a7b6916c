import { expect, it } from 'vitest'
import { ManualTimers } from '../test/manual-timers.ts'
import { followPublished } from './follow-published.ts'
import type { Pulled } from './snapshot-store.ts'

function following(answers: (Pulled | Error)[]) {
  const timers = new ManualTimers()
  const said: string[] = []
  const store = {
    async pull() {
      const answer = answers.shift() ?? 'done'
      if (typeof answer !== 'string') throw answer
      return answer
    },
  }
  const opened = followPublished({
    stores: [store],
    timers,
    onPulled: async (isReplaced) => void said.push(isReplaced ? 'replaced' : 'pulled'),
    onProblem: (message) => said.push(message),
  })
  return { ...opened, timers, said }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

it('looks anew after every fetch, and says when a file changed under its name', async () => {
  const { follow, said } = following(['done', 'replaced'])
  await follow()
  await follow()
  expect(said).toEqual(['pulled', 'replaced'])
})

it('tries again while an import runs or the store is away, and says each trouble once', async () => {
  const { follow, timers, said } = following([new Error('away'), new Error('away'), 'busy', 'done'])
  await follow()
  for (let second = 0; second < 5; second++) {
    timers.advance(1_000)
    await soon()
  }
  expect(said).toEqual(['away', 'pulled'])
  expect(timers.waiting).toBe(0)
})

it('looks once more when it is asked during a fetch', async () => {
  const { follow, said } = following([])
  await Promise.all([follow(), follow()])
  expect(said).toEqual(['pulled', 'pulled'])
})

it('tries no more after the stop', async () => {
  const { follow, timers, stop } = following([new Error('away')])
  await follow()
  stop()
  expect(timers.waiting).toBe(0)
})
