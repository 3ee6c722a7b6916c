import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRepository } from '../../../test/numbering/memory-repository.ts'
import { rangeFaults } from '../../../test/numbering/range-property.ts'
import { buildTables } from './build-tables.ts'
import { CollectedRanges } from './collected-ranges.ts'
import { RangeIndex } from './range-index.ts'
import { indexOf, registryContent, registryStore } from './registry-snapshot.ts'
import type { RegistryRow } from './row.ts'

/** Ranges that never overlap: the numbers of a few codes are cut into pieces, and every second piece is left out. */
const rows = fc
  .array(
    fc.tuple(fc.constantFrom(301, 499, 812, 900, 999), fc.uniqueArray(fc.nat(9_999_999), { maxLength: 24 })),
  )
  .map((codes) =>
    [...new Map(codes)].flatMap(([code, cuts]): RegistryRow[] => {
      const sorted = cuts.sort((a, b) => a - b)
      return sorted.flatMap((from, at) =>
        at % 2 === 1 || at + 1 === sorted.length
          ? []
          : [
              {
                code,
                from,
                to: sorted[at + 1]!,
                network: `О${from % 7}`,
                inn: '',
                territory: `Край ${from % 5}`,
              },
            ],
      )
    }),
  )

function indexFrom(list: readonly RegistryRow[]): RangeIndex {
  const collected = new CollectedRanges()
  for (const row of list) collected.add(row)
  return new RangeIndex(buildTables(collected).tables)
}

describe('range index', () => {
  it('finds every range by its first, last and any number, whatever the order of the rows', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (list, seed) => {
        const index = indexFrom(list)
        const mixed = list.toSorted((a, b) => ((a.from * 31) % 101) - ((b.from * 31) % 101))
        expect(rangeFaults(index.tables, (national) => index.find(national), seed)).toEqual([])
        expect(indexFrom(mixed).tables.from).toEqual(index.tables.from)
        for (const row of list) {
          const national = String(row.code) + String(row.to).padStart(7, '0')
          expect(index.rangeAt(index.find(national))).toMatchObject({
            first: String(row.code) + String(row.from).padStart(7, '0'),
            last: national,
            network: { name: row.network },
            place: { region: row.territory },
          })
        }
      }),
      { seed: 6, numRuns: 200 },
    )
  })

  it('answers the same after it was written and read back', async () => {
    const store = registryStore(new MemoryRepository())
    const about = { importedAt: '', forced: false, files: [] }
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const index = indexFrom(list)
        const name = await store.publish(registryContent(index.tables, about), await store.currentName(), 0)
        expect(indexOf(await store.read(name)).tables).toEqual(index.tables)
      }),
      { seed: 6, numRuns: 20 },
    )
  })

  it('leaves out every range that overlaps another', () => {
    const row = (from: number, to: number): RegistryRow => ({
      code: 900,
      from,
      to,
      network: 'О',
      inn: '',
      territory: 'Край',
    })
    const collected = new CollectedRanges()
    for (const one of [row(50, 60), row(0, 10), row(10, 20), row(0, 10), row(55, 70), row(61, 62)])
      collected.add(one)
    const { overlaps, tables } = buildTables(collected)
    expect([...tables.from]).toEqual([0, 50, 61])
    expect(overlaps.map(({ from, to, takenUpTo }) => [from, to, takenUpTo])).toEqual([
      [0, 10, 10],
      [10, 20, 10],
      [55, 70, 60],
    ])
  })
})
