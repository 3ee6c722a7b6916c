import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { boundedReport } from './bounded-report.ts'

it('bounded report: reports the first problem at once, then one a period with the number of those left out', async () => {
  const clock = new ManualClock()
  const said: string[] = []
  const report = boundedReport(clock, 1_000, ({ message }, unsaid) => said.push(`${message} ${unsaid}`))
  for (const name of ['a', 'b', 'c']) report(new Error(name))
  expect(said).toEqual(['a 0'])
  await clock.advance(1_000)
  report(new Error('d'))
  report(new Error('e'))
  expect(said).toEqual(['a 0', 'd 2'])
})
