import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { behaviourOf, behaviourTable } from './behaviours.ts'

it('simulator numbers: are listed in the guide for newcomers, line by line', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/demo.md'), 'utf8')
  const documented = [...guide.matchAll(/^\| `(\d\d)` \| (.+) \|$/gm)].map(([, kind, says]) => [kind, says])
  const known = Object.entries(behaviourTable).map(([kind, [says]]) => [kind, says])
  expect(documented).toEqual(known.toSorted())
})

it('simulator numbers: take the seconds from the end of the number, in any notation', () => {
  expect(behaviourOf('+79005551307').steps).toContainEqual({ do: 'wait', ms: 7_000 })
  expect(behaviourOf('77005550812').steps[0]).toEqual({ do: 'wait', ms: 12_000 })
})

it('simulator numbers: are limited to the two blocks of the demo', () => {
  for (const number of ['79005560100', '78005550100', '4979005550100', '7900555010']) {
    expect(behaviourOf(number)).toEqual(behaviourOf('79161234567'))
  }
})
