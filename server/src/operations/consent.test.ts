import { expect, it } from 'vitest'
import { proofOfVerification } from './consent.ts'

const wordings = [
  { version: 1, wording: 'I agree to a call.', since: 1_000 },
  { version: 2, wording: 'I agree to a call with a code.', since: 2_000 },
]
const asked = {
  id: 'vf_1',
  serviceId: 7,
  phoneMask: '7916***4567',
  createdAt: Date.UTC(1970, 0, 1, 0, 0, 3),
  consent: null as string | null,
  ip: '203.0.113.7',
}
const proof = (consent: object | null, createdAt = asked.createdAt) => {
  const text = consent === null ? null : JSON.stringify(consent)
  return proofOfVerification({ ...asked, createdAt, consent: text }, wordings)
}
const at = (ms: number) => new Date(ms).toISOString()

it('consent: the request proves time, address and wording, with the version of the service that has the same text', () => {
  expect(proof({ at: at(1_500), ip: '198.51.100.9', text: ' I agree to a call. ' })).toMatchObject({
    at: 1_500,
    address: '198.51.100.9',
    source: 'request',
    version: 1,
  })
  expect(proof({ at: at(1_500), text: 'Other words' })).toMatchObject({
    address: '203.0.113.7',
    version: null,
    wording: 'Other words',
  })
})

it('consent: without a text the version counts that was in force when the person agreed', () => {
  expect(proof({ at: at(1_999) })).toMatchObject({ version: 1, wording: 'I agree to a call.' })
  expect(proof({ at: at(2_000) })).toMatchObject({ version: 2, source: 'request' })
  expect(proof({ at: at(999) })).toMatchObject({ version: null, wording: '', source: 'request' })
})

it('consent: without a word of the request the service-wide wording counts, and before the first one there is none', () => {
  expect(proof(null)).toMatchObject({ at: 3_000, version: 2, source: 'service', address: '203.0.113.7' })
  expect(proof(null, 500)).toMatchObject({ at: null, version: null, source: 'none' })
})
