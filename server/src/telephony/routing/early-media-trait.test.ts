import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AfterEarlyMedia,
  type EarlyMediaCounts,
  earlyMediaRule,
} from '../../storage/queries/trunk-counts.ts'
import { CountMemory } from './count-memory.ts'
import { earlyMediaRings, earlyMediaTraitOf } from './learned-traits.ts'

const { none: noEarlyMedia, maxCalls } = earlyMediaRule

const anyCalls = fc.array(fc.constantFrom(...earlyMediaRule.kinds), { maxLength: 1_000 })

describe('the meaning of 183 on a trunk', () => {
  it('trait: ringing after five people answered with no 180, unknown before', () => {
    expect(earlyMediaTraitOf(noEarlyMedia)).toBe('unknown')
    expect(earlyMediaTraitOf({ ...noEarlyMedia, answer: 4, failure: 90, nothing: 90 })).toBe('unknown')
    expect(earlyMediaTraitOf({ ...noEarlyMedia, answer: 5 })).toBe('ringing')
  })

  it('trait: five failures among the last twenty 183s that were taken for ringing take it back, and answers give it back', () => {
    const memory = new CountMemory(earlyMediaRule)
    let stored: EarlyMediaCounts = noEarlyMedia
    const note = (kind: AfterEarlyMedia, calls: number) => {
      for (let call = 0; call < calls; call++) memory.note(kind)
      memory.load(earlyMediaRule.add(stored, memory.takeUnstored()))
      stored = memory.counts
      return earlyMediaTraitOf(memory.counts)
    }
    expect(note('answer', 300)).toBe('ringing')
    expect(note('belied', 4)).toBe('ringing')
    expect(note('taken', 15)).toBe('ringing')
    expect(note('belied', 1)).toBe('unknown')
    // Failures of calls that were not taken for ringing, and calls without an answer, show nothing.
    expect(note('nothing', 100)).toBe('unknown')
    expect(note('failure', 100)).toBe('unknown')
    expect(note('answer', 1)).toBe('ringing')
    expect(note('belied', 4)).toBe('unknown')
    expect(note('answer', 14)).toBe('unknown')
    expect(note('answer', 1)).toBe('ringing')
  })

  it('trait: a single 180 shows that 183 alone is not ringing', () => {
    expect(earlyMediaTraitOf({ ...noEarlyMedia, answer: 100, ringing: 1 })).toBe('promise')
  })

  it('setting: yes and no override what was learned', () => {
    const rings = { ...noEarlyMedia, answer: 5 }
    expect([earlyMediaRings('learned', rings), earlyMediaRings('learned', noEarlyMedia)]).toEqual([
      true,
      false,
    ])
    expect([earlyMediaRings('yes', noEarlyMedia), earlyMediaRings('no', rings)]).toEqual([true, false])
  })

  it('memory: is bounded, and is learned again when a carrier stops sending 180', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const memory = new CountMemory(earlyMediaRule)
        for (const call of calls) memory.note(call)
        expect(earlyMediaRule.total(memory.counts)).toBeLessThanOrEqual(maxCalls)
        for (let call = 0; call < 12 * maxCalls; call++) memory.note('answer')
        expect(earlyMediaTraitOf(memory.counts)).toBe('ringing')
      }),
      { numRuns: 30 },
    )
  })

  it('memory: counts that are being stored are counted once, whether storing succeeds or not', () => {
    const memory = new CountMemory(earlyMediaRule)
    memory.note('answer')
    const taken = memory.takeUnstored()
    memory.note('belied')
    const both = { ...noEarlyMedia, answer: 1, belied: 1, lately: '01' }
    expect(memory.counts).toEqual(both)
    memory.keepUnstored()
    expect(memory.counts).toEqual(both)
    expect(memory.takeUnstored()).toMatchObject({ answer: 1, belied: 1 })
    memory.load(earlyMediaRule.add(taken, { ...noEarlyMedia, belied: 1 }))
    expect(memory.counts).toEqual(both)
  })
})
