import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { withoutPersonalData } from './personal-data.ts'

it.each([
  ['called 79001234567', 'called 7900***4567'],
  ['called 79001234567.', 'called 7900***4567.'],
  ['from user.79001234567@x', 'from user.7900***4567@x'],
  ['tel-79001234567', 'tel-7900***4567'],
  ['+441632960123', '+44163***0123'],
  ['9161234567', '916***4567'],
  ['123456789012345', '12345678***2345'],
  ['1.2.79001234567', '1.2.7900***4567'],
  ['79001234567.79161234567', '7900***4567.7916***4567'],
])('log: masks the phone in "%s"', (line, masked) => {
  expect(withoutPersonalData(line)).toBe(masked)
})

it.each([
  '{"elapsedMs":0.1234567890123}',
  '{"elapsedMs":12.34567890123}',
  '1763178137.125',
  '123456789',
  '1234567890123456',
])('log: leaves the figure %s unchanged', (line) => {
  expect(withoutPersonalData(line)).toBe(line)
})

it('log: hides credentials completely, also a key with ten digits in a row', () => {
  const key = 'abcdefghijk79001234567mnopqrstuv'
  expect(key).toHaveLength(32)
  expect(withoutPersonalData(`Bearer ${key}.17 came`)).toBe('Bearer [credentials] came')
})

it('log: filters every line', () => {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).info(
    { event: 'answered' },
    'no answer from 79001234567.',
  )
  expect(lines.join()).toContain('no answer from 7900***4567.')
})
