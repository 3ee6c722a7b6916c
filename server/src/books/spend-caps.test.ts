import { expect, it } from 'vitest'
import { SpendCaps } from './spend-caps.ts'

const cap = (scope: string) => ({ scope, perHourUnits: 1, perDayUnits: 0 })
const scopesOf = (caps: SpendCaps, e164: string) => caps.of(3, 7, e164).map(({ scope }) => scope)

it('spend caps: a call counts once against its service, its owner, its account and each prefix of its number', () => {
  const caps = new SpendCaps(
    ['service:7', 'owner:7', 'account:3', 'prefix:7', 'prefix:7916', 'owner:8'].map(cap),
  )
  expect(scopesOf(caps, '79161234567')).toEqual([
    'service:7',
    'owner:7',
    'account:3',
    'prefix:7',
    'prefix:7916',
  ])
  expect(new SpendCaps([]).of(3, 7, '79161234567')).toEqual([])
})

it('spend caps: never name a prefix that the mask of the number hides', () => {
  const caps = new SpendCaps(['prefix:7', 'prefix:79', 'prefix:79161', 'prefix:7916123'].map(cap))
  expect(scopesOf(caps, '79161234567')).toEqual(['prefix:7', 'prefix:79'])
  expect(scopesOf(caps, '79123456')).toEqual(['prefix:7'])
  expect(scopesOf(caps, '7912345')).toEqual([])
})

it('spend caps: a number shorter than the cap prefix counts once', () => {
  expect(scopesOf(new SpendCaps([cap('prefix:7916'), cap('prefix:791')]), '791')).toEqual([])
})
