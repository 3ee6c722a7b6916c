import type { Spelling } from './collected-ranges.ts'
import type { Network } from './range-index.ts'

export interface Networks {
  readonly networks: Network[]
  /** The network of each spelling. */
  readonly ofSpelling: Uint16Array
}

/**
 * A network is identified by its INN: the file of August 2026 writes 73 INNs in 86 ways. The network is named by the
 * spelling with the most numbers. Rows without an INN take it from a row with the same name that has one.
 */
export function identifyNetworks(spellings: readonly Spelling[]): Networks {
  const innOfName = innsByName(spellings)
  const networks: Network[] = []
  const numberOfKey = new Map<string, number>()
  const best: number[] = []
  const ofSpelling = new Uint16Array(spellings.length)
  spellings.forEach((spelling, at) => {
    const folded = foldName(spelling.name)
    const inn = spelling.inn || (innOfName.get(folded) ?? '')
    const key = inn || folded
    const known = numberOfKey.get(key)
    if (known === undefined) {
      numberOfKey.set(key, networks.length)
      ofSpelling[at] = networks.push({ name: spelling.name, inn }) - 1
      best.push(spelling.numbers)
    } else {
      ofSpelling[at] = known
      if (spelling.numbers > best[known]!) {
        networks[known] = { name: spelling.name, inn }
        best[known] = spelling.numbers
      }
    }
  })
  return { networks, ofSpelling }
}

/** A name with two INNs is left out. */
function innsByName(spellings: readonly Spelling[]): Map<string, string> {
  const inns = new Map<string, string>()
  for (const { name, inn } of spellings) {
    if (inn === '') continue
    const folded = foldName(name)
    const known = inns.get(folded)
    inns.set(folded, known === undefined || known === inn ? inn : '')
  }
  return inns
}

function foldName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[«»"'“”„]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
