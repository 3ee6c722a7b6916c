import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placesOf, withHash } from './code-hashes.ts'

const hashOf = (code: string) => createHash('sha256').update(code).digest()
const joined = (codes: readonly string[]) =>
  codes.reduce<Uint8Array | null>((known, code) => withHash(known, hashOf(code)), null)

it('a code is found at the place of each step that has it, and at no other', () => {
  const code = fc.integer({ min: 1, max: 30 }).map(String)
  fc.assert(
    fc.property(fc.array(code, { maxLength: 4 }), code, (codes, typed) => {
      const places = placesOf(joined(codes), hashOf(typed))
      expect(codes.map((_, place) => (places & (1 << place)) !== 0)).toEqual(
        codes.map((code) => code === typed),
      )
    }),
  )
})

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const rounds = isLong ? 20_000 : 1_500
const perRound = 40
/**
 * Bound of the greatest median of interleaved rounds to the smallest. Codes that are compared alike came within 2 % of
 * each other on a busy machine, and a comparison that stops at the right code is four times as fast for it. The long form
 * is fine enough to see a branch on the result, which was 6 %.
 */
const alike = isLong ? 1.05 : 1.3

/** Medians of the time of a round for each typed code; the order of the codes changes from round to round. */
function mediansOf(compare: typeof placesOf, hashes: Uint8Array, typed: readonly Uint8Array[]): number[] {
  const times: number[][] = typed.map(() => [])
  for (let round = -200; round < rounds; round++) {
    for (let turn = 0; turn < typed.length; turn++) {
      const which = (turn + Math.abs(round)) % typed.length
      const startedAt = process.hrtime.bigint()
      for (let count = 0; count < perRound; count++) compare(hashes, typed[which]!)
      if (round >= 0) times[which]!.push(Number(process.hrtime.bigint() - startedAt))
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[each.length >> 1]!)
}

/** Stops at the right code: what the test below has to notice. */
const hasty: typeof placesOf = (hashes, hash) => {
  for (let from = 0; from < (hashes?.length ?? 0); from += 32)
    if (Buffer.compare(hashes!.subarray(from, from + 32), hash) === 0) return 1
  return 0
}

it('the time of a comparison does not tell the right code, nor one that is near it', () => {
  const hashes = joined(['4321', '1111', '2222', '3333'])!
  const near = Buffer.from(hashOf('4321'))
  near[31]! ^= 1
  const typed = [hashOf('4321'), hashOf('3333'), hashOf('9876'), near]
  const spread = (medians: readonly number[]) => Math.max(...medians) / Math.min(...medians)
  expect(spread(mediansOf(placesOf, hashes, typed))).toBeLessThan(alike)
  expect(spread(mediansOf(hasty, hashes, typed))).toBeGreaterThan(alike)
})
