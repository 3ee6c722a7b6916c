// Every reason that can be stored at the end of a call has a sentence in both languages.
import { expect, it } from 'vitest'
import { reasonTexts } from '../../cabinet/src/pages/calls/reasons.ts'
import { storedReasons, writtenReasons } from '../tidy/written-reasons.ts'

it('reasons: those outside the outcome table are found in the source', () => {
  expect(writtenReasons()).toEqual(
    expect.arrayContaining(['called', 'test number', 'no result in time', 'the service was restarted']),
  )
})

it.each(['en', 'ru'] as const)('reasons: each one has a sentence in %s', (language) => {
  const texts = reasonTexts[language]
  const reasons = storedReasons()
  expect([...reasons].filter((reason) => texts[reason] === undefined)).toEqual([])
  // And none for what is not stored any more.
  expect(Object.keys(texts).filter((reason) => !reasons.has(reason))).toEqual([])
  for (const { name, sentence } of Object.values(texts)) {
    expect(name).not.toBe('')
    for (const rang of ['3.9 s', null]) expect(sentence({ rang })).toMatch(/\.$/)
  }
})

it('reasons: the sentence says how long it rang', () => {
  expect(reasonTexts.en.rang!.sentence({ rang: '3.9 s' })).toBe(
    'Rang 3.9 s, then we hung up: the number was shown.',
  )
})

it('reasons: a list says of an inbound call that nobody called, as its page does', () => {
  const { name, inboundName, sentence } = reasonTexts.en['no result in time']!
  expect([name, inboundName]).toEqual(['no result in time', 'nobody called'])
  expect(sentence({ rang: null, isInbound: true })).toMatch(/^Nobody called/)
})
