// Times, money and days as the cabinet writes them.
import { describe, expect, it } from 'vitest'
import { formatsFor } from '../../cabinet/src/language/formats-for.ts'

const en = formatsFor('en')
const ru = formatsFor('ru')
const now = Date.UTC(2026, 10, 16, 9, 0)
const minuteMs = 60_000
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('a future time in the cabinet', () => {
  it('says how long until then, and when that is', () => {
    expect(en.upcoming(now + 5 * minuteMs, now)).toMatch(/^in 5 min \(16 Nov 2026, \d\d:05:00 .+\)$/)
    expect(en.upcoming(now + 24 * 60 * minuteMs, now)).toMatch(/^tomorrow \(17 Nov 2026, .+\)$/)
    expect(plain(ru.upcoming(now + 5 * minuteMs, now))).toMatch(/^через 5 мин\.? \(16 нояб\. 2026 г\., .+\)$/)
  })

  it('that has passed is due, not in the past', () => {
    expect(en.upcoming(now - minuteMs, now)).toBe('any moment now')
    expect(ru.upcoming(now, now)).toBe('вот-вот')
  })
})

it('cabinet formats: sums are shown to the kopeck and prices exactly', () => {
  expect(en.money(192.3857)).toBe('₽192.39')
  expect(plain(ru.money(192.3857))).toBe('192,39 ₽')
  expect(en.money(0)).toBe('₽0.00')
  expect(en.price(0.3857)).toBe('₽0.3857')
  expect(en.price(0.4)).toBe('₽0.40')
})

it('cabinet formats: a sum that is not zero is never shown as zero', () => {
  expect(en.money(0.0012)).toBe('₽0.0012')
  expect(en.money(-0.0012)).toBe('-₽0.0012')
})

it('cabinet formats: days are counted as the language does', () => {
  expect([1, 2, 5].map(en.days)).toEqual(['1 day', '2 days', '5 days'])
  expect([1, 2, 5].map((count) => plain(ru.days(count)))).toEqual(['1 день', '2 дня', '5 дней'])
})

it('networks: English pages have Latin names where there are any, Russian pages the brand', () => {
  expect([en.network('МТС'), en.network('Летай'), en.network('НМК')]).toEqual(['MTS', 'Letai', 'НМК'])
  expect(ru.network('МТС')).toBe('МТС')
  expect([en.network('ПАО "МТС"'), ru.network('ПАО "МТС"')]).toEqual(['MTS', 'ПАО "МТС"'])
  expect(en.network('ООО "НМК"')).toBe('ООО "НМК"')
})

it('spans of time: are told in their largest unit', () => {
  expect([5_000, 100_000, 600_000, 7_200_000, 259_200_000].map(en.span)).toEqual([
    '5 secs',
    '100 secs',
    '10 mins',
    '2 hrs',
    '3 days',
  ])
})
