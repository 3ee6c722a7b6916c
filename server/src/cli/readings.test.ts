import { describe, expect, it } from 'vitest'
import type { Reading } from './command.ts'
import * as readings from './readings.ts'

const understood: [string, Reading<unknown>, string, unknown][] = [
  ['email', readings.email, ' Ann@Example.COM ', 'ann@example.com'],
  ['id', readings.id, '7', 7],
  ['account', readings.accountName, '7', 7],
  ['account', readings.accountName, 'ann@example.com', 'ann@example.com'],
  ['overlap', readings.overlap, '0', 0],
  ['overlap', readings.overlap, '90m', 1.5],
  ['overlap', readings.overlap, '7d', 168],
  ['price', readings.price, 'flash=0', { mode: 'flash', prefix: '', price: '0' }],
  ['price', readings.price, 'checkPhone:77=1.2345', { mode: 'checkPhone', prefix: '77', price: '1.2345' }],
  ['one of', readings.oneOf('a', 'b'), 'b', 'b'],
  ['moment', readings.moment, '2028-02-29T23:59', Date.UTC(2028, 1, 29, 23, 59)],
]

const refused: [string, Reading<unknown>, string][] = [
  ['email', readings.email, 'ann'],
  ['email', readings.email, 'ann@localhost'],
  ['email', readings.email, `${'a'.repeat(250)}@b.ru`],
  ['id', readings.id, '0'],
  ['id', readings.id, '-1'],
  ['id', readings.id, '1e3'],
  ['overlap', readings.overlap, '8d'],
  ['overlap', readings.overlap, '604801s'],
  ['overlap', readings.overlap, '5'],
  ['price', readings.price, 'flash'],
  ['price', readings.price, 'fax=1'],
  ['price', readings.price, 'flash:=1'],
  ['price', readings.price, 'flash:07=1'],
  ['price', readings.price, 'flash:7:7=1'],
  ['price', readings.price, 'flash=1=2'],
  ['moment', readings.moment, '2026-02-29'],
  ['moment', readings.moment, '2026-11-31T10:00'],
  ['moment', readings.moment, '2026-11-30T24:00'],
  ['text', readings.text(), '  '],
  ['text', readings.text(), 'x'.repeat(201)],
]

describe('arguments of a command', () => {
  it.each(understood)('%s %#: understood', (_, reading, typed, meaning) => {
    expect(reading.read(typed)).toEqual(meaning)
  })
  it.each(refused)('%s %#: refused', (_, reading, typed) => {
    expect(reading.read(typed)).toBeUndefined()
  })
})
