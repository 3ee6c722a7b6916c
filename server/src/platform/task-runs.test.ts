import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { createLog } from './log.ts'
import { taskRuns } from './task-runs.ts'

it('background task: failures are a line at once and one a minute, and the recovery is a line', async () => {
  const clock = new ManualClock()
  const lines: { event: string; failures: number }[] = []
  const runs = taskRuns(clock, createLog('info', { write: (line) => lines.push(JSON.parse(line)) }))
  let isBroken = true
  const run = runs.of('purge', async () => {
    if (isBroken) throw new Error('no connection')
  })
  for (let second = 0; second < 61; second++) {
    await run()
    await clock.advance(1_000)
  }
  isBroken = false
  await run()
  await run()
  expect(lines.map(({ event, failures }) => [event, failures])).toEqual([
    ['task-failed', 1],
    ['task-failed', 61],
    ['task-recovered', 61],
  ])
})

it('background task: ended() waits for the run that runs', async () => {
  const runs = taskRuns(new ManualClock(), createLog('silent'))
  const work = Promise.withResolvers<void>()
  void runs.of('purge', () => work.promise)()
  let hasEnded = false
  const ended = runs.ended().then(() => {
    hasEnded = true
  })
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  work.resolve()
  await ended
})
