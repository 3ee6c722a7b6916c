import { expect, it } from 'vitest'
import { identitySources } from '../storage/caller-identity.ts'
import { acceptanceOf } from './trunk-check.ts'

it('trunk test: a header that the trunk does not believe can be accepted, and nothing else', () => {
  expect(acceptanceOf('from-not-trusted', 'from')).toEqual({ fromTrust: 'screened' })
  expect(acceptanceOf('from-not-trusted', 'remote-party')).toEqual({ remotePartyTrust: 'screened' })
  // A failed check, a withheld number and one without its country say something about the caller, not about the trunk.
  for (const fate of [
    'no-match',
    'matched',
    'below-level',
    'verstat-failed',
    'withheld',
    'from-without-country',
  ])
    for (const header of identitySources) expect([fate, acceptanceOf(fate, header)]).toEqual([fate, null])
})
