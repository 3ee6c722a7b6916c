import { describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { fill, textsFor } from './texts.ts'
import { prettyCaller, timeLeft, viewOf } from './view.ts'

const texts = textsFor('en')
const answer: Answer = {
  status: 'pending',
  version: 1,
  attempts_left: 3,
  expires_at: '2026-01-15T12:05:00.000Z',
  steps: [
    { mode: 'flash', status: 'started' },
    { mode: 'voice', status: 'planned' },
  ],
  hint: { code_length: 4, caller: '+7495123****' },
  inbound: null,
}
const inbound = {
  uri: 'tel:+74951230001',
  pretty: '+7 495 123-00-01',
  expires_at: '2026-01-15T12:02:00.000Z',
}
const shown = (changes: Partial<Answer>) => viewOf({ ...answer, ...changes }, texts)
const withStep = (mode: string, status: string, more: Partial<Answer> = {}) =>
  shown({ steps: [{ mode, status }], ...more })

describe('element: what it shows', () => {
  it('asks for the call of the person when a call of ours did not reach the phone meanwhile', () => {
    for (const mode of ['flash', 'voice', 'mix'])
      expect(
        shown({
          steps: [
            { mode: 'inbound', status: 'started' },
            { mode, status: 'undelivered' },
          ],
          inbound,
        }).lead,
      ).toBe(texts.inbound)
  })

  it('asks for the last digits of the calling number, while the phone rings and afterwards', () => {
    expect(shown({})).toMatchObject({
      ended: undefined,
      lead: 'We are calling you from +7\u00a0495\u00a0123-…; type the last 4 digits of the number that calls. You need not answer.',
      code: { label: 'Code, 4 digits', length: 4 },
      attemptsLeft: 'Tries left: 3',
      endsAt: Date.parse(answer.expires_at),
    })
    expect(withStep('flash', 'delivered').lead).toBe(
      'We called you from +7\u00a0495\u00a0123-…; type the last 4 digits of that number.',
    )
    expect(withStep('flash', 'started', { hint: { code_length: 4, caller: null } }).lead).toMatch(
      /^We are calling you; /,
    )
  })

  it('says that a robot tells the code, or that a message has it', () => {
    expect(withStep('voice', 'started').lead).toContain('a robot will tell you the code')
    expect(withStep('mix', 'started').lead).toContain('or answer and listen')
    expect(withStep('http', 'delivered').lead).toBe(texts.message)
  })

  it('offers the next way where there is one, and lets it be used when no call is under way', () => {
    const planned = { mode: 'inbound', status: 'planned' }
    expect(shown({}).next).toEqual({ label: texts.nextVoice, isReady: false })
    expect(shown({ steps: [{ mode: 'voice', status: 'delivered' }, planned] }).next).toEqual({
      label: texts.nextInbound,
      isReady: true,
    })
    expect(shown({ steps: [{ mode: 'inbound', status: 'started' }, planned], inbound }).next?.isReady).toBe(
      true,
    )
    expect(withStep('flash', 'delivered').next).toBeUndefined()
    expect(shown({ steps: [{ mode: 'flash', status: 'undelivered' }, planned] }).lead).toBe(
      `${texts.undelivered} ${texts.waiting}`,
    )
    expect(withStep('flash', 'undelivered').lead).toBe(texts.undelivered)
  })

  it('shows the number to call, and no code field before a call has brought a code', () => {
    const call = withStep('inbound', 'started', { inbound })
    expect(call).toMatchObject({
      lead: texts.inbound,
      call: { uri: inbound.uri, label: 'Call +7 495 123-00-01' },
      code: undefined,
      endsAt: Date.parse(inbound.expires_at),
    })
    const both = shown({
      steps: [
        { mode: 'inbound', status: 'started' },
        { mode: 'flash', status: 'delivered' },
      ],
      inbound,
    })
    expect([both.call?.uri, both.code?.length]).toEqual([inbound.uri, 4])
  })

  it('shows the keys to press while the robot asks for them, and no code field', () => {
    const hint = { code_length: 4, caller: null, key: '42' }
    const steps = [{ mode: 'voice', status: 'started', confirm: 'key' }]
    expect(shown({ steps, hint })).toMatchObject({
      key: '42',
      code: undefined,
      lead: fill(texts.key, { caller: '' }),
    })
  })

  it('shows every outcome and nothing that could still be done', () => {
    for (const status of ['approved', 'failed', 'expired', 'canceled', 'blocked'] as const)
      expect(shown({ status, inbound })).toMatchObject({
        ended: status,
        lead: texts[status],
        code: undefined,
        call: undefined,
        next: undefined,
      })
  })

  it('counts down in minutes and seconds, and is silent when the clock of the device is wrong', () => {
    expect(timeLeft(61_000, 500)).toBe('1:01')
    expect(timeLeft(9_000, 0)).toBe('0:09')
    expect([timeLeft(0, 1), timeLeft(31 * 60_000, 0), timeLeft(Number.NaN, 0)]).toEqual(['', '', ''])
  })

  it('writes a calling number in groups, with what the person types left out', () => {
    expect(prettyCaller('+7495123****')).toBe('+7\u00a0495\u00a0123-…')
    expect(prettyCaller('+74951234567')).toBe('+7\u00a0495\u00a0123-45-67')
    expect(prettyCaller('+3725123****')).toBe('+3725123…')
  })
})

describe('element: texts', () => {
  it('are chosen by the first language that is known', () => {
    expect(textsFor('kk-KZ').check).toBe('Растау')
    expect(textsFor(null, 'pl', 'ru-RU').check).toBe('Подтвердить')
    expect(textsFor('de-AT').check).toBe('Bestätigen')
    expect(textsFor('pl')).toBe(texts)
  })

  it('have the same names and fillings in every language', () => {
    const fillings = (language: string) =>
      Object.entries(textsFor(language)).map(([name, text]) => [name, (text.match(/\{\w+\}/g) ?? []).sort()])
    for (const language of ['ru', 'kk', 'de', 'fr', 'es', 'it', 'pt', 'tr']) {
      expect(textsFor(language).check).not.toBe(texts.check)
      expect([language, fillings(language)]).toEqual([language, fillings('en')])
    }
  })
})
