import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { realRegistry } from '../../../test/setup/conditions.ts'
import { networkByInn } from '../numbering/russian-networks.ts'
import { networkName } from './network-name.ts'

const rowsOf = (file: string) =>
  readFileSync(new URL(file, realRegistry), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';').map((cell) => cell.trim()))

it('network names: each spelling of the real files leads to the one name of its taxpayer number', () => {
  const wrong = new Set<string>()
  const check = (spelling: string, inn: string) => {
    const brand = networkByInn(inn)?.brand
    if (brand !== undefined && spelling !== '' && networkName('RU', spelling) !== brand)
      wrong.add(`${spelling}: ${networkName('RU', spelling)} instead of ${brand}`)
  }
  const namesOf = new Map<string, Set<string>>()
  for (const row of rowsOf('DEF-9xx-2026-08.csv')) {
    const [spelling, inn] = [row[4]!, row[7]!]
    check(spelling, inn)
    namesOf.set(inn, (namesOf.get(inn) ?? new Set()).add(networkName('RU', spelling)))
  }
  for (const [, name, nick, inn, codes] of rowsOf('operators-2026-06.csv')) {
    const ids = (codes ?? '').split(',').map((code) => code.split('=')[1] ?? '')
    for (const spelling of [name!, nick!, ...ids]) check(spelling, inn!)
  }
  expect([...wrong]).toEqual([])
  expect([...namesOf].filter(([, names]) => names.size > 1)).toEqual([])
})
