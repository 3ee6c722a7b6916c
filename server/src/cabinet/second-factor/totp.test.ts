import { expect, it } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { codeOfStep, matchingStep, newTotpSecret, stepAt, totpAddress } from './totp.ts'

/** "12345678901234567890" of RFC 6238, appendix B, in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('TOTP: computes the test vector of RFC 6238 at second %i', (second, code) => {
  expect(codeOfStep(secret, stepAt(second * 1000), 8)).toBe(code)
})

it('TOTP: accepts the code of now and of one step to either side, and no other', () => {
  const now = 1_111_111_111_000
  const step = stepAt(now)
  for (const offset of [-1, 0, 1]) {
    expect(matchingStep(secret, codeOfStep(secret, step + offset), now)).toBe(step + offset)
  }
  for (const offset of [-2, 2]) {
    expect(matchingStep(secret, codeOfStep(secret, step + offset), now)).toBeUndefined()
  }
  expect(matchingStep(secret, '', now)).toBeUndefined()
  expect(matchingStep(secret, '50471', now)).toBeUndefined()
})

it('TOTP: makes secrets of 160 bits that apps can read', () => {
  const made = newTotpSecret(systemRandom)
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret(systemRandom)).not.toBe(made)
  expect(totpAddress(made, 'ann@example.com')).toBe(
    `otpauth://totp/Ringkey:ann%40example.com?secret=${made}&issuer=Ringkey`,
  )
})
