import { describe, expect, it } from 'vitest'
import { afterEarlyMedia } from './after-early-media.ts'
import type { LegFacts } from './facts.ts'
import { defaultRules } from './verdict.ts'

const facts: LegFacts = {
  mode: 'flash',
  heard: 'early',
  ringMs: 0,
  earlyMs: 3_000,
  answered: false,
  codeSpoken: false,
  media: 'silent',
  lateMs: 0,
  announcedCause: undefined,
  end: { kind: 'leave', why: 'no ringing' },
}
const refused = (status: number, cause?: number) => ({ kind: 'refused', status, cause }) as const
const taught = (more: Partial<LegFacts>) => afterEarlyMedia({ ...facts, ...more }, defaultRules)

describe('what a call shows about the meaning of 183 on its trunk', () => {
  it.each<[string, Partial<LegFacts>, ReturnType<typeof taught>]>([
    ['no 183', { heard: 'ringing', earlyMs: undefined }, undefined],
    ['180 after it', { heard: 'ringing' }, 'ringing'],
    ['180 after it, then a refusal', { heard: 'ringing', end: refused(486) }, 'ringing'],
    ['an answer', { answered: true }, 'answer'],
    ['an answer at once, as of voicemail', { answered: true, earlyMs: 300 }, undefined],
    ['declined by a person', { end: refused(603) }, 'decline'],
    ['declined, cause 21', { end: refused(403, 21) }, 'decline'],
    ['declined at once', { end: refused(603), earlyMs: 300 }, 'failure'],
    ['busy', { end: refused(486) }, 'failure'],
    ['unreachable after an announcement', { end: refused(480) }, 'failure'],
    ['a connection that broke', { end: { kind: 'failed' } }, 'failure'],
    ['a failure that a later 183 announced', { announcedCause: 20 }, 'failure'],
    ['our CANCEL', {}, 'nothing'],
  ])('%s', (_, more, expected) => {
    expect(taught(more)).toBe(expected)
  })
})
