import { describe, expect, it } from 'vitest'
import type { Reading } from './command.ts'
import * as readings from './readings.ts'

const hourMs = 3_600_000

const understood: [string, Reading<unknown>, string, unknown][] = [
  ['email', readings.email, ' Ann@Example.COM ', 'ann@example.com'],
  ['id', readings.id, '7', 7],
  ['account', readings.accountName, '7', 7],
  ['account', readings.accountName, 'ann@example.com', 'ann@example.com'],
  ['money', readings.positiveMoney, '12,50', 125_000],
  ['money', readings.positiveMoney, '0.0001', 1],
  ['bound', readings.bound, 'none', 0],
  ['bound', readings.bound, '0.5', 5_000],
  ['overlap', readings.overlap, '0', 0],
  ['overlap', readings.overlap, '90m', 1.5 * hourMs],
  ['overlap', readings.overlap, '7d', 168 * hourMs],
  ['address', readings.address, '2001:DB8::/32', '2001:db8::/32'],
  ['tariff', readings.tariffCode, 'uni', 'uni'],
  ['price', readings.price, 'flash=0', { mode: 'flash', prefix: '', priceUnits: 0 }],
  ['price', readings.price, 'checkPhone:77=1.2345', { mode: 'checkPhone', prefix: '77', priceUnits: 12_345 }],
  ['scope', readings.capScope, 'prefix:77', { kind: 'prefix', value: '77' }],
  ['scope', readings.capScope, 'service:12345', { kind: 'service', value: '12345' }],
  ['one of', readings.oneOf('a', 'b'), 'b', 'b'],
]

const refused: [string, Reading<unknown>, string][] = [
  ['email', readings.email, 'ann'],
  ['email', readings.email, 'ann@localhost'],
  ['email', readings.email, `${'a'.repeat(250)}@b.ru`],
  ['id', readings.id, '0'],
  ['id', readings.id, '-1'],
  ['id', readings.id, '1e3'],
  ['money', readings.positiveMoney, '0'],
  ['money', readings.positiveMoney, '-5'],
  ['money', readings.positiveMoney, '1.00001'],
  ['bound', readings.bound, '0'],
  ['overlap', readings.overlap, '8d'],
  ['overlap', readings.overlap, '604801s'],
  ['overlap', readings.overlap, '5'],
  ['address', readings.address, '10.0.0.0/33'],
  ['tariff', readings.tariffCode, 'Uni!'],
  ['price', readings.price, 'flash'],
  ['price', readings.price, 'fax=1'],
  ['price', readings.price, 'flash:=1'],
  ['price', readings.price, 'flash:07=1'],
  ['price', readings.price, 'flash:7:7=1'],
  ['price', readings.price, 'flash=1=2'],
  ['scope', readings.capScope, 'everything:1'],
  ['scope', readings.capScope, 'prefix:'],
  ['scope', readings.capScope, 'prefix:79161'],
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
