import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Command, commandAt } from '../../src/books/commands.ts'
import { dayMs } from '../../src/platform/clock.ts'
import { maxCommands, runInBatches } from './generated-commands.ts'
import { forAll, runs, seed, sentBy, traffic } from './traffic.ts'

it.each(Object.entries(traffic))(
  'commands, %s: neither results nor rows depend on the batches that they are cut into',
  (_, of) => {
    const cuts = fc.array(fc.boolean(), { minLength: maxCommands, maxLength: maxCommands })
    fc.assert(
      fc.property(of, cuts, (choices, cutAt) => {
        const { sent, rows } = sentBy(choices)
        for (const endsAt of [() => false, (place: number) => cutAt[place]!]) {
          const inBatches = runInBatches(sent, endsAt)
          expect(inBatches.results).toEqual(sent.map(({ result }) => result))
          expect(inBatches.rows).toEqual(rows)
        }
      }),
      { seed, numRuns: runs },
    )
  },
)

it('commands: moved to another clock they have no time of their own left, and moved back they are the same', () => {
  forAll(traffic.anything, () => ({ name, input, at }) => {
    const command = { name, input } as Command
    const later = at + 7 * dayMs
    const moved = commandAt(command, later)
    const times = JSON.stringify(moved).match(/\b\d{13}\b/g) ?? []
    expect(times.filter((time) => Number(time) < later)).toEqual([])
    expect(commandAt(moved, at)).toEqual(command)
  })
})
