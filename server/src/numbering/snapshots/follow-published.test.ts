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

it('published snapshots: are loaded after every fetch, with a flag when a file was replaced under the same name', async () => {
  const { follow, said } = following(['done', 'replaced'])
  await follow()
  await follow()
  expect(said).toEqual(['pulled', 'replaced'])
})

it('published snapshots: are fetched again during an import or a store failure; each problem is reported once', async () => {
  const { follow, timers, said } = following([new Error('away'), new Error('away'), 'busy', 'done'])
  await follow()
  for (let second = 0; second < 5; second++) {
    timers.advance(1_000)
    await soon()
  }
  expect(said).toEqual(['away', 'pulled'])
  expect(timers.waiting).toBe(0)
})

it('published snapshots: a request during a fetch starts one more fetch', async () => {
  const { follow, said } = following([])
  await Promise.all([follow(), follow()])
  expect(said).toEqual(['pulled', 'pulled'])
})

it('published snapshots: are not fetched after the stop', async () => {
  const { follow, timers, stop } = following([new Error('away')])
  await follow()
  stop()
  expect(timers.waiting).toBe(0)
})
