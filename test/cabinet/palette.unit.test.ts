// What the command palette finds by a few letters.
import { expect, it } from 'vitest'
import { matches } from '../../cabinet/src/frame/matches.ts'

it.each([
  ['Nodes and alarms', 'al no', true],
  ['Nodes and alarms', 'ALARMS', true],
  ['Nodes and alarms', 'larms', false],
  ['Shop · 42', '42', true],
  ['Пулы номеров', 'ном', true],
  ['Overview', '', true],
  ['Overview', ' - ', true],
])('%s by "%s": %s', (name, typed, isFound) => {
  expect(matches(name, typed)).toBe(isFound)
})
