// The rows of the outcome table for calls with a 183.
import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import type { LegFacts } from './facts.ts'
import { defaultRules, type TrunkRules } from './verdict.ts'

const early: LegFacts = {
  mode: 'flash',
  heard: 'early',
  ringMs: 0,
  earlyMs: 4_000,
  answered: false,
  codeSpoken: false,
  media: 'silent',
  lateMs: 0,
  ackLost: false,
  machine: false,
  announcedCause: undefined,
  end: { kind: 'failed' },
}
const refusal = (status: number, cause?: number) => ({ kind: 'refused', status, cause }) as const
const end = { kind: 'leave', why: 'rung enough' } as const

/** `+` completed or `-` failed and the reason; then further facts. */
function read(facts: LegFacts, rules: Partial<TrunkRules> = {}): string {
  const verdict = classify(facts, { ...defaultRules, ...rules })
  const fault = verdict.fault === 'none' ? '' : `, ${verdict.fault}`
  return `${verdict.completed ? '+' : '-'} ${verdict.reason}${verdict.suspect ? ', suspect' : ''}${fault}`
}

describe('the outcome table, after a 183', () => {
  const rings = { earlyMediaRings: true }

  it('183 alone: is ringing only on a trunk that never sends 180, when we end the call', () => {
    expect(read({ ...early, end })).toBe('- early media only')
    expect(read({ ...early, end }, rings)).toBe('+ rang')
    expect(read({ ...early, end, mode: 'mix' }, rings)).toBe('+ rang')
    expect(read({ ...early, end, mode: 'voice' }, rings)).toBe('- not answered')
    expect(read({ ...early, end, announcedCause: 20 }, rings)).toBe('- unreachable')
  })

  it('183 alone, then an answer: suspect unless the trunk never sends 180', () => {
    expect(read({ ...early, answered: true, end })).toBe('+ answered without ringing, suspect')
    expect(read({ ...early, answered: true, end }, rings)).toBe('+ answered')
  })

  it('183 alone, then a failure: fails, whatever 183 means on the trunk', () => {
    for (const trunk of [{}, rings]) {
      expect(read({ ...early, end: refusal(486) }, trunk)).toBe('- busy')
      expect(read({ ...early, end: refusal(480, 17) }, trunk)).toBe('- busy')
      expect(read({ ...early, end: refusal(480) }, trunk)).toBe('- unreachable')
      expect(read({ ...early, end: refusal(404) }, trunk)).toBe('- bad number')
      expect(read({ ...early, end: refusal(503) }, trunk)).toBe('- route fault, route')
      expect(read({ ...early, end: { kind: 'failed' } }, trunk)).toBe('- route fault, route')
    }
  })

  it('183 alone, then declined by a person: the number was seen if 183 means ringing and lasted long enough', () => {
    for (const end of [refusal(603), refusal(603, 16), refusal(403, 21)]) {
      expect(read({ ...early, end })).toBe('- busy')
      expect(read({ ...early, end }, rings)).toBe('+ declined')
      expect(read({ ...early, end, mode: 'voice' }, rings)).toBe('- declined')
      expect(read({ ...early, earlyMs: 200, end }, rings)).toBe('- busy')
    }
    expect(read({ ...early, end: refusal(603, 17) }, rings)).toBe('- busy')
  })

  it('183, and 180 only at the last moment: the time before the 180 does not count', () => {
    const lateRinging: LegFacts = { ...early, heard: 'ringing', ringMs: 100, end: refusal(404) }
    for (const trunk of [{}, rings]) expect(read(lateRinging, trunk)).toBe('- bad number')
  })
})
