import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { testTerminal } from '../../test/ringkey-command.ts'
import { ProgressBar } from './progress.ts'

it('progress bar: is redrawn in place, at most ten times per second, and clears the line', async () => {
  const clock = new ManualClock()
  const { terminal, written } = testTerminal({ clock, isWatched: true })
  const bar = new ProgressBar(terminal)
  bar.show('copy', 1, 4)
  bar.show('copy', 2, 4)
  await clock.advance(100)
  bar.show('copy', 3, 4)
  bar.show('copy', 4, 4)
  bar.end()
  expect(written.err.split('\r').slice(1)).toEqual([
    'copy [########......................]  25 %\x1b[K',
    'copy [#######################.......]  75 %\x1b[K',
    'copy [##############################] 100 %\x1b[K',
    '\x1b[K',
  ])
  expect(written.out).toBe('')
})

it('progress bar: is silent without a terminal', () => {
  const { terminal, written } = testTerminal({})
  const bar = new ProgressBar(terminal)
  bar.show('copy', 1, 1)
  bar.end()
  expect(written.err).toBe('')
})
