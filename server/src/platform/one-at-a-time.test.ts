import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('one at a time: a request during a run waits for the next one, also after a failure, and shares it', async () => {
  const said: string[] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const run = oneAtATime(async () => {
    const turn = begun++
    said.push(`begins ${turn}`)
    await gates[turn]?.promise.finally(() => said.push(`ends ${turn}`))
  })
  const first = run()
  await Promise.resolve().then(() => {})
  const others = [run(), run()]
  gates[0]!.reject(new Error('unreadable'))
  await expect(first).rejects.toThrow('unreadable')
  gates[1]!.resolve()
  await Promise.all(others)
  await run()
  expect(said).toEqual(['begins 0', 'ends 0', 'begins 1', 'ends 1', 'begins 2'])
})
