import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it.each([
  ['\x1b[2J\x1b]0;owned\x07', '\\u001b[2J\\u001b]0;owned\\u0007'],
  ['over\rwritten', 'over\\u000dwritten'],
  ['C1 \u009b31m and DEL \x7f', 'C1 \\u009b31m and DEL \\u007f'],
  ['turned \u202eround\u2066', 'turned \\u202eround\\u2066'],
  ['a\tb\nПривет, 世界 🙂', 'a\tb\nПривет, 世界 🙂'],
])('terminal output: %j is shown as text, not executed', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

it('terminal output: JSON stays JSON with the same meaning', () => {
  const value = { name: '\x1b[31m\u009b\u202e"\\' }
  expect(JSON.parse(printable(JSON.stringify(value, null, 2)))).toEqual(value)
})
