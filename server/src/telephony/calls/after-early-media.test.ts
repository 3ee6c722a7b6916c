import { describe, expect, it } from 'vitest'
import { afterEarlyMedia } from './after-early-media.ts'
import type { LegFacts } from './facts.ts'
import { defaultRules, type TrunkRules } from './verdict.ts'

const facts: LegFacts = {
  mode: 'flash',
  heard: 'early',
  ringMs: 0,
  earlyMs: 3_000,
  answered: false,
  codeSpoken: false,
  media: 'silent',
  lateMs: 0,
  ackLost: false,
  machine: false,
  announcedCause: undefined,
  end: { kind: 'leave', why: 'no ringing' },
}
const refused = (status: number, cause?: number) => ({ kind: 'refused', status, cause }) as const
const taught = (more: Partial<LegFacts>, rules: Partial<TrunkRules> = {}) =>
  afterEarlyMedia({ ...facts, ...more }, { ...defaultRules, ...rules })

describe('what a call shows about the meaning of 183 on its trunk', () => {
  it.each<[string, Partial<LegFacts>, ReturnType<typeof taught>]>([
    ['neither 183 nor 180', { heard: 'trying', earlyMs: undefined }, undefined],
    ['180 without a 183', { heard: 'ringing', earlyMs: undefined }, 'ringing'],
    ['180 after it', { heard: 'ringing' }, 'ringing'],
    ['180 after it, then a refusal', { heard: 'ringing', end: refused(486) }, 'ringing'],
    ['an answer', { answered: true }, 'answer'],
    ['an answer at once, as of voicemail', { answered: true, earlyMs: 300 }, undefined],
    ['declined, or so it seems', { end: refused(603) }, 'failure'],
    ['declined, cause 21', { end: refused(403, 21) }, 'failure'],
    ['busy', { end: refused(486) }, 'failure'],
    ['unreachable after an announcement', { end: refused(480) }, 'failure'],
    ['a connection that broke', { end: { kind: 'failed' } }, 'failure'],
    ['a failure that a later 183 announced', { announcedCause: 20 }, 'failure'],
    ['our CANCEL', {}, 'nothing'],
  ])('%s', (_, more, expected) => {
    expect(taught(more)).toBe(expected)
  })

  it.each<[string, Partial<LegFacts>, ReturnType<typeof taught>]>([
    ['180 after it', { heard: 'ringing' }, 'ringing'],
    ['an answer', { answered: true }, 'answer'],
    ['our CANCEL', {}, 'taken'],
    ['our CANCEL at once', { earlyMs: 300 }, 'nothing'],
    ['a refusal', { end: refused(603) }, 'belied'],
    ['a refusal at once', { end: refused(603), earlyMs: 300 }, 'failure'],
    ['a failure that a later 183 announced', { announcedCause: 20 }, 'belied'],
    ['a connection that broke', { end: { kind: 'failed' } }, 'failure'],
  ])('where 183 is taken for ringing: %s', (_, more, expected) => {
    expect(taught(more, { earlyMediaRings: true })).toBe(expected)
  })
})
