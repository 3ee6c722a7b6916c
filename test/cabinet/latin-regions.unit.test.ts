import { expect, it } from 'vitest'
import { latinRegion } from '../../cabinet/src/language/latin-regions.ts'
import { seedOf } from '../../server/src/numbering/regions.ts'

it('regions in English: every region of the numbering plan has a name in Latin letters', () => {
  const regions = Array.from({ length: 700 }, (_, code) => seedOf(`${code + 300}1234567`).region)
  const known = [...new Set(regions.filter((region) => region !== ''))]
  expect(known.length).toBeGreaterThan(80)
  expect(known.filter((region) => /[а-яё]/i.test(latinRegion(region)))).toEqual([])
})

it.each([
  ['г. Москва и Московская область', 'Moscow and Moscow Region'],
  ['г. Санкт - Петербург и Ленинградская область', 'St Petersburg and Leningrad Region'],
  ['Кемеровская область - Кузбасс', 'Kemerovo Region'],
  ['Ханты-Мансийский автономный округ - Югра', 'Khanty-Mansi Autonomous Area'],
  ['Республика Татарстан', 'Republic of Tatarstan'],
  ['Удмуртская Республика', 'Udmurt Republic'],
  ['Краснодарский край', 'Krasnodar Territory'],
  ['Almaty', 'Almaty'],
  ['Новая область', 'Новая область'],
])('regions in English: %s is %s', (russian, english) => {
  expect(latinRegion(russian)).toBe(english)
})
