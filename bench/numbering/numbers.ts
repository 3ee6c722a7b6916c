// The same numbers for every contestant: half Russian, half of other countries, as people write them.
import { createRequire } from 'node:module'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import type { RangeIndex } from '../../server/src/numbering/registry/range-index.ts'

const require = createRequire(import.meta.url)
const examples = require('libphonenumber-js/mobile/examples') as Record<string, string>

/** A small generator with a fixed seed: every run asks the same questions. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const russianForms = [
  (n: string) => `+7${n}`,
  (n: string) => `7${n}`,
  (n: string) => `8 (${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6, 8)}-${n.slice(8)}`,
  (n: string) => `+7 ${n.slice(0, 3)} ${n.slice(3, 6)} ${n.slice(6, 8)} ${n.slice(8)}`,
]

/** Numbers out of the registry's ranges, two of three mobile. */
export function russianNumbers(index: RangeIndex, count: number): string[] {
  const roll = dice(1)
  const { codeStarts } = index.tables
  const mobileFrom = codeStarts[900]!
  return Array.from({ length: count }, (_, at) => {
    const mobile = at % 3 !== 0
    const position = mobile ? mobileFrom + roll(index.size - mobileFrom) : roll(mobileFrom)
    const { first, last } = index.rangeAt(position)
    const national = String(Number(first) + roll(Number(last) - Number(first) + 1)).padStart(10, '0')
    return russianForms[at % russianForms.length]!(national)
  })
}

/** Variations of libphonenumber's example of every country but Russia. */
export function foreignNumbers(count: number): string[] {
  const roll = dice(2)
  const countries = Object.keys(examples).filter((country) => country !== 'RU')
  return Array.from({ length: count }, (_, at) => {
    const country = countries[at % countries.length]!
    const national = examples[country]!
    const varied = national.slice(0, -3) + String(roll(1000)).padStart(3, '0')
    const callingCode = getCountryCallingCode(country as CountryCode)
    return at % 2 === 0
      ? `+${callingCode}${varied}`
      : `+${callingCode} ${varied.slice(0, 3)} ${varied.slice(3)}`
  })
}
