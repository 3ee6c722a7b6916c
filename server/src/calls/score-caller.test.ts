import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertedIdentity, plainTrunk } from '../../test/arriving-call.ts'
import { callerLevels, demandedLevels, meetsLevel, reasonsToBelieve } from '../storage/caller-identity.ts'
import type { CallerIdentity } from '../telephony/sip-thread/caller-identity.ts'
import { scoreCaller } from './score-caller.ts'

const unknown = { operator: '', region: '', portedTo: '' }
const mts = { operator: 'ПАО "МТС"', region: 'Город Москва, Московская область', portedTo: '' }
const asserted = assertedIdentity('79161234567')
const from = { ...asserted, source: 'from', why: 'from-unscreened' } as const
const screened = { ...from, why: 'from-screened' } as const
const trunk = plainTrunk
const score = (
  identity: CallerIdentity,
  of: Partial<Parameters<typeof scoreCaller>[0]['trunk']> = {},
  number = mts,
) => scoreCaller({ identity, trunk: { ...trunk, ...of } }, number)

describe('the level of a caller', () => {
  it.each([
    ['asserted', 'asserted', 'medium'],
    ['remote-party', 'remote-party-screened', 'medium'],
    ['remote-party', 'remote-party-unscreened', 'low'],
    ['from', 'from-screened', 'medium'],
    ['from', 'from-unscreened', 'low'],
  ] as const)('starts from the source of the number: %s, %s', (source, why, level) => {
    expect(score({ ...asserted, source, why })).toEqual({ level, signals: [] })
  })

  it('is high when the network has checked the number, and never because of a statement of the caller', () => {
    expect(score({ ...asserted, verstat: 'passed' })).toEqual({ level: 'high', signals: ['verstat-passed'] })
    const verified = { ...from, why: 'from-verified', verstat: 'passed' } as const
    expect(score(verified)).toEqual({ level: 'high', signals: ['verstat-passed'] })
    expect(score({ ...from, verstatFromCaller: true })).toEqual({
      level: 'low',
      signals: ['verstat-from-caller'],
    })
  })

  it('is lower when a trunk that usually asserts callers does not assert this one', () => {
    const trait = 'asserts'
    expect(score(asserted, { trait }).signals).toEqual([])
    expect(score(screened, { trait })).toEqual({ level: 'low', signals: ['trunk-usually-asserts'] })
    expect(score(screened, { trait: 'mixed' }).level).toBe('medium')
    expect(score(from, { trait: 'never-asserts' })).toEqual({ level: 'low', signals: [] })
  })

  it('depends on the operator whose subscribers alone use the trunk, ignoring quotes and case', () => {
    const callersOperator = 'пао «мтс»'
    expect(score(asserted, { callersOperator })).toEqual({ level: 'high', signals: ['operator-fits'] })
    expect(score(asserted, { callersOperator: 'Билайн' })).toEqual({
      level: 'low',
      signals: ['operator-differs'],
    })
    expect(score(asserted, { callersOperator }, unknown)).toEqual({ level: 'medium', signals: [] })
  })

  it('depends on the new operator for a ported number, and does not count the old one against it', () => {
    const ported = { ...mts, portedTo: 'Теле2' }
    expect(score(asserted, { callersOperator: 'Теле2' }, ported).level).toBe('high')
    expect(score(asserted, { callersOperator: 'ПАО "МТС"' }, ported)).toEqual({
      level: 'medium',
      signals: ['operator-ported'],
    })
    expect(score(asserted, { callersOperator: 'Билайн' }, ported).level).toBe('low')
  })

  it('depends on the region', () => {
    expect(score(asserted, { callersRegion: 'Московская область' })).toEqual({
      level: 'high',
      signals: ['region-fits'],
    })
    expect(score(asserted, { callersRegion: 'Республика Татарстан' })).toEqual({
      level: 'low',
      signals: ['region-differs'],
    })
    expect(score(asserted, { callersRegion: 'Московская область' }, unknown).level).toBe('medium')
  })

  it('is none without a trusted number, whatever else speaks for it', () => {
    const nobody = {
      ...asserted,
      believed: undefined,
      source: 'none',
      why: 'withheld',
      verstat: 'passed',
    } as const
    const score1 = score(nobody, { callersOperator: mts.operator })
    expect(score1).toEqual({ level: 'none', signals: [] })
    for (const demanded of demandedLevels) expect(meetsLevel(score1.level, demanded)).toBe(false)
  })
})

const anyIdentity = fc.record({
  believed: fc.constantFrom('79161234567', undefined),
  claimed: fc.constant('79161234567'),
  source: fc.constantFrom('asserted', 'remote-party', 'from'),
  namedIn: fc.constant('from'),
  verstat: fc.constantFrom('passed', 'not-validated', 'none'),
  why: fc.constantFrom(...reasonsToBelieve),
  verstatFromCaller: fc.boolean(),
}) satisfies fc.Arbitrary<CallerIdentity>
const anyTrunk = fc.record({
  name: fc.constant('north'),
  trait: fc.constantFrom('asserts', 'never-asserts', 'mixed', 'unknown'),
  callersOperator: fc.constantFrom(null, 'МТС', 'Билайн'),
  callersRegion: fc.constantFrom(null, 'Москва', 'Тверь'),
})
const anyNumber = fc.record({
  operator: fc.constantFrom('', 'МТС', 'Билайн'),
  region: fc.constantFrom('', 'Москва', 'Тверь'),
  portedTo: fc.constantFrom('', 'МТС', 'Теле2'),
})

it('any call: a trusted number is at least low, an untrusted one is none, and the caller alone is never above low', () => {
  fc.assert(
    fc.property(anyIdentity, anyTrunk, anyNumber, (identity, of, number) => {
      const { level, signals } = scoreCaller({ identity, trunk: of }, number)
      expect(level === 'none').toBe(identity.believed === undefined)
      expect(new Set(signals).size).toBe(signals.length)
      if (/unscreened$/.test(identity.why)) expect(['none', 'low']).toContain(level)
    }),
  )
})

it('any call: a passed check never lowers the level, and a broken trait never raises it', () => {
  const rank = (identity: CallerIdentity, of: typeof trunk, number: typeof mts) =>
    callerLevels.indexOf(scoreCaller({ identity, trunk: of }, number).level)
  fc.assert(
    fc.property(anyIdentity, anyTrunk, anyNumber, (identity, of, number) => {
      const on = of as typeof trunk
      expect(rank({ ...identity, verstat: 'passed' }, on, number)).toBeGreaterThanOrEqual(
        rank(identity, on, number),
      )
      const broken = { ...of, trait: 'asserts' } as unknown as typeof trunk
      expect(rank(identity, broken, number)).toBeLessThanOrEqual(
        rank(identity, { ...on, trait: 'unknown' }, number),
      )
    }),
  )
})
