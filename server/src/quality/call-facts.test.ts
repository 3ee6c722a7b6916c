import { describe, expect, it } from 'vitest'
import { type Contribution, contributionsOf, placeOfCall, type SettledCall } from './call-facts.ts'
import { measures } from './measures.ts'

const call: SettledCall = {
  mode: 'flash',
  completed: true,
  reason: 'rang',
  country: 'RU',
  operator: 'ПАО "МТС"',
  portedTo: '',
  costUnits: 8_000,
  details: null,
}
const details = (more: object) => JSON.stringify(more)
const attempt = {
  trunk: 'south',
  callerBlock: '7495123',
  callerHash: 'm',
  placedMs: 10,
  ladder: ['0 > INVITE'],
}

/** Only what is counted. */
const amountsOf = ({ amounts }: Contribution) =>
  Object.fromEntries(
    measures.flatMap((measure, place) => (amounts[place] === 0 ? [] : [[measure, amounts[place]]])),
  )

describe('the facts of a call', () => {
  it('are those of its attempt when it has one', () => {
    const [only, ...others] = contributionsOf({
      ...call,
      details: details({
        trunk: 'south',
        pddMs: 3_900,
        ringMs: 4_010,
        attempts: [{ ...attempt, reason: 'rang', stage: 'ringing' }],
      }),
    })
    expect(others).toEqual([])
    expect(only!.group).toEqual({
      mode: 'flash',
      country: 'RU',
      operator: 'МТС',
      trunk: 'south',
      block: '7495123',
    })
    expect(only!.callerHash).toBe('m')
    expect(amountsOf(only!)).toEqual({
      calls: 1,
      completed: 1,
      delivered: 1,
      price_units: 8_000,
      attempts: 1,
      invited: 1,
      progressed: 1,
      rang: 1,
      effective: 1,
      pdd_ms: 3_900,
      pdd_5: 1,
      ring_4: 1,
    })
  })

  it('count a call once, for its last trunk, and each attempt for its own', () => {
    const [first, last] = contributionsOf({
      ...call,
      details: details({
        trunk: 'north',
        pddMs: 2_000,
        ringMs: 100,
        attempts: [
          { ...attempt, reason: 'route fault', stage: 'sent' },
          { ...attempt, trunk: 'north', reason: 'declined', stage: 'ringing' },
        ],
      }),
    })
    expect([first!.group.trunk, amountsOf(first!)]).toEqual([
      'south',
      { attempts: 1, invited: 1, failed_over: 1 },
    ])
    expect([last!.group.trunk, amountsOf(last!)]).toMatchObject([
      'north',
      { calls: 1, attempts: 1, rang: 1, declined: 1 },
    ])
    expect(placeOfCall({ ...call, details: null }).group.trunk).toBe('')
  })

  it.each([
    ['busy', { why_busy: 1, effective: 1 }, 'sent'],
    ['unreachable', { why_unreachable: 1 }, 'progress'],
    ['trunk full', { why_trunk_full: 1 }, 'unsent'],
    ['something new', { why_other: 1 }, 'sent'],
  ])('of a failed call name the reason: %s', (reason, expected, stage) => {
    const [only] = contributionsOf({
      ...call,
      completed: false,
      reason,
      costUnits: 0,
      details: details({ trunk: 'south', attempts: [{ ...attempt, reason, stage }] }),
    })
    expect(amountsOf(only!)).toEqual({
      calls: 1,
      attempts: 1,
      ...(stage === 'unsent' ? {} : { invited: 1 }),
      ...(stage === 'progress' ? { progressed: 1 } : {}),
      ...expected,
    })
  })

  it('count answers: how long, how short, without ringing', () => {
    const answered = (stage: string, reason: string, talkMs: number) =>
      amountsOf(
        contributionsOf({
          ...call,
          mode: 'voice',
          reason,
          details: details({
            trunk: 'south',
            attempts: [{ ...attempt, reason, stage, answered: true, talkMs }],
          }),
        })[0]!,
      )
    expect(answered('ringing', 'spoken', 14_000)).toMatchObject({ answered: 1, talk_ms: 14_000, rang: 1 })
    expect(answered('ringing', 'spoken', 14_000)).not.toHaveProperty('short_calls')
    expect(answered('sent', 'answered without ringing', 300)).toMatchObject({
      answered: 1,
      answered_silently: 1,
      short_calls: 1,
    })
  })

  it('count a spoken code that nobody may have heard as completed and suspect, not as delivered', () => {
    const suspect = details({ trunk: 'south', suspect: true, attempts: [] })
    expect(
      amountsOf(contributionsOf({ ...call, mode: 'voice', reason: 'spoken', details: suspect })[0]!),
    ).toMatchObject({
      completed: 1,
      suspect: 1,
    })
    const voice = contributionsOf({ ...call, mode: 'voice', reason: 'spoken', details: suspect })[0]!
    expect(amountsOf(voice)).not.toHaveProperty('delivered')
    expect(amountsOf(contributionsOf({ ...call, details: suspect })[0]!)).toMatchObject({ delivered: 1 })
  })

  it('are read from records of earlier versions as far as they go', () => {
    const [old] = contributionsOf({
      ...call,
      details: details({ trunk: 'south', pddMs: 2_500, ringMs: 4_000 }),
    })
    expect(amountsOf(old!)).toMatchObject({ calls: 1, attempts: 1, invited: 1, rang: 1, pdd_4: 1, ring_4: 1 })
    expect(amountsOf(contributionsOf({ ...call, details: 'not what it should be' })[0]!)).toEqual({
      calls: 1,
      completed: 1,
      delivered: 1,
      price_units: 8_000,
    })
  })

  it('of a call that a person made are no attempt of ours', () => {
    const [inbound] = contributionsOf({
      ...call,
      mode: 'inbound',
      reason: 'called',
      details: details({ trunk: 'in' }),
    })
    expect([inbound!.group.trunk, amountsOf(inbound!)]).toEqual([
      'in',
      { asked: 1, called: 1, confirmed: 1, price_units: 8_000 },
    ])
  })

  it.each([
    ['no result in time', { asked: 1, price_units: 8_000 }],
    ['canceled', { asked: 1, price_units: 8_000 }],
    ['caller not believed', { asked: 1, called: 1, price_units: 8_000, why_not_believed: 1 }],
  ])('of a request for an inbound call that ended with "%s" are no call that failed', (reason, counted) => {
    const [inbound] = contributionsOf({ ...call, mode: 'inbound', completed: false, reason, details: null })
    expect(amountsOf(inbound!)).toEqual(counted)
  })
})
