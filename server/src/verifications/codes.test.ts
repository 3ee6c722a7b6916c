import { expect, it } from 'vitest'
import { systemRandom } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { verificationCodes } from './codes.ts'

const dayMs = 86_400_000
const codes = (key: number) => verificationCodes(Buffer.alloc(32, key), {} as Sealer, systemRandom)

it('codes: a wrong code has one mark for a day, which tells neither the code nor itself on another day', () => {
  const { mark } = codes(1)
  const today = mark('4821', 20_000 * dayMs)
  expect(today).toMatch(/^[\w-]{11}$/)
  expect(mark('4821', 20_000 * dayMs + dayMs - 1)).toBe(today)
  const others = [
    mark('4822', 20_000 * dayMs),
    mark('4821', 20_001 * dayMs),
    codes(2).mark('4821', 20_000 * dayMs),
  ]
  expect(new Set([today, ...others]).size).toBe(4)
})

it('codes: what people type at random, and what no calling number shows, has no mark', () => {
  const { mark } = codes(1)
  for (const code of ['0000', '1111', '1234', '0123', '6789', '7890', '9876', '4321', '3210', '12345', '482'])
    expect([code, mark(code, 0)]).toEqual([code, undefined])
  for (const code of ['1212', '1122', '2345'.replace('5', '6'), '1023']) expect(mark(code, 0)).toBeDefined()
})
