// The same checks as with our own small files, on the files that the ministry really published.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { realRegistry } from '../../../../test/setup/conditions.ts'
import { MemoryRepository } from '../../../test/numbering/memory-repository.ts'
import { rangeFaults } from '../../../test/numbering/range-property.ts'
import { importOptions } from '../../../test/numbering/sample-registry.ts'
import { createNumbering } from '../numbering.ts'
import { importRegistry } from './import-registry.ts'
import { indexOf, registryStore } from './registry-snapshot.ts'

const golden = readFileSync(new URL('../../../test/numbering/golden-numbers.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(
    (line) =>
      line.split(';') as [national: string, inn: string, network: string, region: string, city: string],
  )

const folded = (name: string) => name.toUpperCase().replace(/["«»]/g, '')

async function importReal(files: readonly string[]) {
  const repository = new MemoryRepository()
  const paths = files.map((file) => fileURLToPath(new URL(file, realRegistry)))
  const summary = await importRegistry(paths, importOptions(repository))
  const store = registryStore(repository)
  return { summary, index: indexOf(await store.read(summary.snapshot)) }
}

const newest = [
  'DEF-9xx-2026-08.csv',
  'Kody_ABC-3kh-2021-04.csv.gz',
  'Kody_ABC-4kh-2021-04.csv.gz',
  'Kody_ABC-8kh-2021-04.csv.gz',
]

describe('the real registry', () => {
  it('answers 300 golden numbers', async () => {
    const { index, summary } = await importReal(newest)
    expect(summary).toMatchObject({ ranges: 394_864, overlooked: [] })
    const numbering = createNumbering({ registry: index })
    const wrong = golden.filter(([national, inn, network, region, city]) => {
      const phone = numbering.readFreeText(`8${national}`)
      if (region === '') return phone !== undefined
      if (phone === undefined) return true
      const details = numbering.describe(phone)
      const position = index.find(national)
      const sameOperator =
        inn === ''
          ? folded(index.networkAt(position).name) === folded(network)
          : index.networkAt(position).inn === inn
      return !sameOperator || details.region !== region || details.city !== city
    })
    expect(wrong).toEqual([])
    expect(golden).toHaveLength(300)
  })

  it.each([
    [['Kody_DEF-9kh-2018-10.cp1251.csv'], 52_557],
    [['DEF-9xx-2022.7columns.csv'], 9_853],
    [newest, 394_864],
  ])(
    '%s: every range contains its first, last and a random number, and not its neighbours',
    async (files, ranges) => {
      const { index } = await importReal(files)
      expect(index.size).toBe(ranges)
      const [seed] = fc.sample(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { numRuns: 1, seed: 6 })
      expect(rangeFaults(index.tables, (national) => index.find(national), seed!)).toEqual([])
    },
  )

  it('has no refused row in any file', async () => {
    const files = readdirSync(realRegistry).filter((name) => /^(DEF|Kody)/.test(name))
    expect(files.length).toBeGreaterThanOrEqual(6)
    for (const file of files) expect((await importReal([file])).summary.files[0]!.refused, file).toEqual({})
  })
})
