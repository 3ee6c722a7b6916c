import { expect, it } from 'vitest'
import { WorkInProgress } from './work-in-progress.ts'

it('work in progress: is counted until it ends, also when it fails', async () => {
  const work = new WorkInProgress({ admits: () => true, retryAfterMs: 1_000 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const running = work.run(() => promise)
  await expect(work.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(work.count).toBe(1)
  resolve('done')
  expect(await running).toBe('done')
  expect(work.count).toBe(0)
})

it('work in progress: nothing starts while the service is overloaded or after it was told to stop', async () => {
  let isOverloaded = true
  const started: string[] = []
  const work = new WorkInProgress({ admits: () => !isOverloaded, retryAfterMs: 1_000 })
  const start = (name: string) => work.run(async () => started.push(name))
  expect(await start('overloaded')).toBeUndefined()
  isOverloaded = false
  expect(await start('calm')).toBe(1)
  work.refuse()
  expect(await start('stopping')).toBeUndefined()
  expect(started).toEqual(['calm'])
})
