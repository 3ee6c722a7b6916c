// A registry of full size: the real files where they are, filled up to today's 450,000 ranges.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildTables } from '../../server/src/numbering/registry/build-tables.ts'
import { CollectedRanges } from '../../server/src/numbering/registry/collected-ranges.ts'
import { RangeIndex } from '../../server/src/numbering/registry/range-index.ts'
import { readRegistryFile } from '../../server/src/numbering/registry/read-registry-file.ts'

const realFolder = new URL('../../../shared/data/registry/', import.meta.url)
const fullSize = 450_000
/** In nobody's use; 31x and 32x are missing because they are read as old codes of Kazakhstan. */
const madeUpCodes = Array.from({ length: 60 }, (_, at) => 430 + (at % 40) + (at >= 40 ? 450 : 0))

export interface FullRegistry {
  readonly index: RangeIndex
  readonly realRanges: number
  readonly readMs: number
}

export async function fullRegistry(): Promise<FullRegistry> {
  const collected = new CollectedRanges()
  const startMs = performance.now()
  if (existsSync(realFolder))
    for (const file of readdirSync(realFolder).filter((name) => /^(DEF.*2026|Kody_ABC)/.test(name)))
      await readRegistryFile(
        fileURLToPath(new URL(file, realFolder)),
        (row) => collected.add(row),
        () => {},
      )
  const readMs = performance.now() - startMs
  const realRanges = collected.size
  fillUp(collected)
  return { index: new RangeIndex(buildTables(collected).tables), realRanges, readMs }
}

/** Small ranges in codes that the files do not use (or in all, when there are no files). */
function fillUp(collected: CollectedRanges): void {
  const used = new Set(collected.code)
  const free = [...madeUpCodes, ...(collected.size === 0 ? [900, 901, 916, 926, 999] : [])].filter(
    (code) => !used.has(code),
  )
  for (let at = 0; collected.size < fullSize; at += 1) {
    const from = Math.floor(at / free.length) * 500
    collected.add({
      code: free[at % free.length]!,
      from,
      to: from + 399,
      network: `ООО "Пример ${at % 1500}"`,
      inn: String(7_700_000_000 + (at % 1500)),
      territory: `г. Город ${at % 3000}|Край ${at % 90}`,
    })
  }
}
