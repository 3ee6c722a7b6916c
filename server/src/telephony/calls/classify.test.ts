import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mediaSignRule } from '../../storage/queries/trunk-counts.ts'
import { classify } from './classify.ts'
import type { Heard, LegFacts } from './facts.ts'
import { type CallMode, callReasons, defaultRules, type TrunkRules } from './verdict.ts'

const calling: LegFacts = {
  mode: 'flash',
  heard: 'nothing',
  ringMs: 0,
  earlyMs: undefined,
  answered: false,
  codeSpoken: false,
  media: 'silent',
  lateMs: 0,
  ackLost: false,
  machine: false,
  announcedCause: undefined,
  end: { kind: 'failed' },
}

const afterRinging = { heard: 'ringing', ringMs: 2_000 } as const
const briefRinging = { heard: 'ringing', ringMs: 300 } as const
const early = { heard: 'early', ringMs: 0, earlyMs: 4_000 } as const
const refusal = (status: number, cause?: number) => ({ kind: 'refused', status, cause }) as const
const leave = (why: 'rung enough' | 'no response' | 'no ringing' | 'no audio' | 'deadline' | 'stopped') =>
  ({ kind: 'leave', why }) as const

/** `+` completed or `-` failed and the reason; then `next` for another trunk, and the fault. */
function read(facts: Partial<LegFacts>, rules: Partial<TrunkRules> = {}): string {
  const verdict = classify({ ...calling, ...facts }, { ...defaultRules, ...rules })
  const words = [
    `${verdict.completed ? '+' : '-'} ${verdict.reason}`,
    ...(verdict.suspect ? ['suspect'] : []),
    ...(verdict.nextTrunk ? ['next'] : []),
    ...(verdict.fault === 'none' ? [] : [verdict.fault]),
  ]
  return words.join(', ')
}

type Row = readonly [facts: Partial<LegFacts>, flash: string, voice: string, mix: string]

const table: Record<string, Row> = {
  'rang, then our CANCEL': [
    { ...afterRinging, end: leave('rung enough') },
    '+ rang',
    '- not answered',
    '+ rang',
  ],
  '183 only, then our CANCEL': [
    { ...early, end: leave('no ringing') },
    '- early media only',
    '- early media only',
    '- early media only',
  ],
  'answered after ringing': [
    { ...afterRinging, answered: true, end: { kind: 'hung-up' } },
    '+ answered',
    '- hung up before the code',
    '+ answered',
  ],
  'answered within 2 s of the first 180': [
    { heard: 'ringing', ringMs: 1_999, answered: true, end: { kind: 'hung-up' } },
    '+ answered, suspect',
    '- hung up before the code',
    '+ answered',
  ],
  'answered and the code was said': [
    { ...afterRinging, answered: true, codeSpoken: true, end: { kind: 'hung-up' } },
    '+ answered',
    '+ spoken',
    '+ spoken',
  ],
  'the code was said, and nothing was heard from the phone any more': [
    { ...afterRinging, answered: true, codeSpoken: true, end: { kind: 'lost' } },
    '+ answered',
    '+ no audio, suspect',
    '+ spoken',
  ],
  'the code was said to a phone that sent media': [
    { ...afterRinging, answered: true, codeSpoken: true, media: 'heard', end: { kind: 'lost' } },
    '+ answered',
    '+ spoken',
    '+ spoken',
  ],
  'the code was said into a closed port': [
    { ...afterRinging, answered: true, codeSpoken: true, media: 'refused', end: { kind: 'hung-up' } },
    '+ answered',
    '+ no audio, suspect',
    '+ spoken',
  ],
  '200 without ringing': [
    { heard: 'trying', answered: true, end: { kind: 'hung-up' } },
    '+ answered without ringing, suspect',
    '- hung up before the code',
    '+ answered without ringing, suspect',
  ],
  '200 without ringing, the code was said': [
    { heard: 'trying', answered: true, codeSpoken: true, end: { kind: 'hung-up' } },
    '+ answered without ringing, suspect',
    '+ spoken',
    '+ spoken',
  ],
  'answered without audio': [
    { ...afterRinging, answered: true, end: leave('no audio') },
    '+ answered',
    '- no audio',
    '+ answered',
  ],
  '100, then silence': [
    { heard: 'trying', end: leave('no ringing') },
    '- no ringing',
    '- no ringing',
    '- no ringing',
  ],
  'no response at all': [
    { end: leave('no response') },
    '- no response, next, route',
    '- no response, next, route',
    '- no response, next, route',
  ],
}

describe('the outcome table', () => {
  for (const [name, [facts, flash, voice, mix]] of Object.entries(table)) {
    it(name, () => {
      const modes: readonly CallMode[] = ['flash', 'voice', 'mix']
      expect(modes.map((mode) => read({ ...facts, mode }))).toEqual([flash, voice, mix])
    })
  }

  for (const end of [refusal(486), refusal(600), refusal(603), refusal(403, 21), refusal(480, 17)]) {
    it(`busy: ${end.status} with cause ${end.cause}`, () => {
      expect(read({ end, heard: 'trying' })).toBe('- busy')
      for (const mode of ['flash', 'mix'] as const) {
        expect(read({ end, ...briefRinging, mode })).toBe('- busy')
        expect(read({ end, ...afterRinging, mode })).toBe('+ declined')
      }
      expect(read({ end, ...afterRinging, mode: 'voice' })).toBe('- declined')
    })
  }

  for (const end of [refusal(480), refusal(487), refusal(408, 18), refusal(480, 19), refusal(503, 20)]) {
    it(`unreachable: ${end.status} with cause ${end.cause}`, () => {
      expect(read({ end, heard: 'trying' })).toBe('- unreachable')
      expect(read({ end, heard: 'trying' }, { retryUnreachable: true })).toBe('- unreachable, next')
      expect(read({ end, heard: 'progress' }, { retryUnreachable: true })).toBe('- unreachable')
      expect(read({ end, ...briefRinging })).toBe('- unreachable')
      expect(read({ end, ...briefRinging }, { retryUnreachable: true })).toBe('- unreachable')
      expect(read({ end, ...afterRinging })).toBe('+ rang')
      expect(read({ end, ...afterRinging, mode: 'voice' })).toBe('- not answered')
    })
  }

  for (const end of [404, 410, 484, 604]
    .map((status) => refusal(status))
    .concat([1, 22, 28].map((cause) => refusal(503, cause) as never))) {
    it(`bad number: ${end.status} with cause ${end.cause}`, () => {
      expect(read({ end, heard: 'trying' })).toBe('- bad number')
      expect(read({ end, ...briefRinging })).toBe('- bad number')
      expect(read({ end, ...afterRinging })).toBe('+ rang')
    })
  }

  for (const status of [401, 403, 407, 402, 488]) {
    it(`trunk fault: ${status}`, () => {
      expect(read({ end: refusal(status), heard: 'trying' })).toBe('- trunk fault, next, trunk')
      expect(read({ end: refusal(status), heard: 'progress' })).toBe('- trunk fault, trunk')
      expect(read({ end: refusal(status), ...afterRinging })).toBe('+ rang')
    })
  }

  for (const end of [408, 500, 503, 504, 599]
    .map((status) => refusal(status))
    .concat([34, 38, 41, 42].map((cause) => refusal(404, cause) as never))) {
    it(`route fault: ${end.status} with cause ${end.cause}`, () => {
      expect(read({ end })).toBe('- route fault, next, route')
      expect(read({ end, heard: 'trying' })).toBe('- route fault, next, route')
      expect(read({ end, heard: 'progress' })).toBe('- route fault, route')
      expect(read({ end, ...briefRinging })).toBe('- route fault, route')
      expect(read({ end, ...afterRinging })).toBe('+ rang')
    })
  }

  for (const [status, reason] of [
    [607, 'unwanted'],
    [608, 'blocked_by_network'],
  ] as const) {
    it(`blocked: ${status}`, () => {
      expect(read({ end: refusal(status) })).toBe(`- ${reason}`)
      expect(read({ end: refusal(status, 21), heard: 'trying' })).toBe(`- ${reason}`)
      expect(read({ end: refusal(status), ...early }, { earlyMediaRings: true })).toBe(`- ${reason}`)
      expect(read({ end: refusal(status), ...briefRinging })).toBe(`- ${reason}`)
      expect(read({ end: refusal(status), ...afterRinging })).toBe('+ rang')
      expect(read({ end: refusal(status), ...afterRinging, mode: 'voice' })).toBe(`- ${reason}`)
    })
  }

  it('a call that we end has rung after a second of 180, or of a 183 that counts as ringing, and when it rang its time', () => {
    const left = { kind: 'left', crossed: false, confirmed: false } as const
    for (const end of [leave('stopped'), left]) {
      expect(read({ end, ...briefRinging })).toBe('- stopped')
      expect(read({ end, ...afterRinging })).toBe('+ rang')
      expect(read({ end, ...early, earlyMs: 300 }, { earlyMediaRings: true })).toBe('- stopped')
      expect(read({ end, ...early }, { earlyMediaRings: true })).toBe('+ rang')
    }
    expect(read({ end: leave('deadline'), ...briefRinging })).toBe('- no result in time')
    expect(read({ end: leave('rung enough'), heard: 'ringing', ringMs: 999 })).toBe('+ rang')
  })

  it('a connection that breaks after a moment of ringing is a fault of the route, and nobody is rung twice', () => {
    for (const kind of ['failed', 'lost', 'hung-up'] as const) {
      expect(read({ end: { kind }, ...briefRinging })).toBe('- route fault, route')
      expect(read({ end: { kind }, ...afterRinging })).toBe('+ rang')
    }
  })

  it('never follows a redirect', () => {
    expect(read({ end: refusal(302) })).toBe('- redirected, next, route')
  })

  it('uses the status for causes without a meaning', () => {
    for (const cause of [0, 16, 31, 127]) expect(read({ end: refusal(486, cause) })).toBe('- busy')
  })

  it('tries another trunk when nothing was sent, but not when a connection broke after 100', () => {
    expect(read({ end: { kind: 'unsent', why: 'transport' } })).toBe('- route fault, next, route')
    expect(read({ end: { kind: 'unsent', why: 'full' } })).toBe('- trunk full, next')
    expect(read({ end: { kind: 'failed' }, heard: 'trying' })).toBe('- route fault, route')
    expect(read({ end: { kind: 'failed' }, ...afterRinging })).toBe('+ rang')
  })

  it('reads the failure that a 183 announced', () => {
    expect(read({ heard: 'progress', announcedCause: 20, end: leave('no ringing') })).toBe('- unreachable')
    expect(read({ heard: 'progress', announcedCause: 17, end: leave('no ringing') })).toBe('- busy')
  })

  it('gives the reason why a call that never rang was given up', () => {
    expect(read({ end: leave('deadline') })).toBe('- no result in time')
    for (const heard of ['nothing', 'trying', 'progress', 'early'] as const)
      expect(read({ end: leave('stopped'), heard })).toBe('- stopped')
    expect(read({ end: leave('stopped'), heard: 'progress', announcedCause: 20 })).toBe('- stopped')
    expect(read({ end: leave('deadline'), heard: 'trying' })).toBe('- no result in time')
  })

  it('a trunk may give a status or a cause another meaning', () => {
    const overrides = [
      { by: 'status', code: 603, row: 'trunk fault' },
      { by: 'cause', code: 21, row: 'unreachable' },
    ] as const
    expect(read({ end: refusal(603), heard: 'trying' }, { overrides })).toBe('- trunk fault, next, trunk')
    expect(read({ end: refusal(603, 21), heard: 'trying' }, { overrides })).toBe('- unreachable')
    expect(read({ end: refusal(603, 17), heard: 'trying' }, { overrides })).toBe('- trunk fault, next, trunk')
    expect(read({ end: refusal(486, 17), heard: 'trying' }, { overrides })).toBe('- busy')
  })
})

it('outcomes: a spoken code without media is suspect on a trunk that usually sends some, whoever hangs up', () => {
  const spoken = { ...afterRinging, mode: 'voice', answered: true, codeSpoken: true } as const
  const ends = [{ kind: 'hung-up' }, { kind: 'left', crossed: false, confirmed: true }] as const
  for (const end of ends) {
    expect(read({ ...spoken, end })).toBe('+ spoken')
    expect(read({ ...spoken, end }, { sendsMedia: true })).toBe('+ no audio, suspect')
    expect(read({ ...spoken, end, media: 'heard' }, { sendsMedia: true })).toBe('+ spoken')
  }
})

it('outcomes: a question for a key that was spoken tells who pressed none from who heard nothing', () => {
  const asked = { ...afterRinging, mode: 'voice', answered: true, key: 'none' } as const
  const leaving = { kind: 'leave', why: 'no key' } as const
  expect(read({ ...asked, end: { kind: 'hung-up' } })).toBe('- hung up before the code')
  expect(read({ ...asked, codeSpoken: true, end: { kind: 'hung-up' } })).toBe('- no key pressed')
  expect(read({ ...asked, codeSpoken: true, end: leaving, media: 'heard' })).toBe('- no key pressed')
  expect(read({ ...asked, codeSpoken: true, end: leaving })).toBe('- no audio, suspect')
  expect(read({ ...asked, key: 'wrong', end: { kind: 'hung-up' } })).toBe('- wrong key')
})

const facts = fc.record({
  mode: fc.constantFrom<CallMode>('flash', 'voice', 'mix'),
  heard: fc.constantFrom<Heard>('nothing', 'trying', 'progress', 'early', 'ringing'),
  ringMs: fc.nat(30_000),
  earlyMs: fc.option(fc.nat(30_000), { nil: undefined }),
  answered: fc.boolean(),
  codeSpoken: fc.boolean(),
  media: fc.constantFrom(...mediaSignRule.kinds),
  lateMs: fc.nat(3_000),
  ackLost: fc.boolean(),
  machine: fc.boolean(),
  announcedCause: fc.option(fc.nat(200), { nil: undefined }),
  end: fc.oneof(
    fc.record({
      kind: fc.constant('refused' as const),
      status: fc.integer({ min: 300, max: 699 }),
      cause: fc.option(fc.nat(200), { nil: undefined }),
    }),
    fc.constant({ kind: 'hung-up' as const }),
    fc.constant({ kind: 'failed' as const }),
    fc.constant({ kind: 'lost' as const }),
    fc.record({ kind: fc.constant('left' as const), crossed: fc.boolean(), confirmed: fc.boolean() }),
    fc.record({
      kind: fc.constant('unsent' as const),
      why: fc.constantFrom('transport' as const, 'full' as const),
    }),
    fc.record({
      kind: fc.constant('leave' as const),
      why: fc.constantFrom(
        ...(['no response', 'no ringing', 'rung enough', 'answered', 'spoken', 'speech stuck'] as const),
        ...(['no audio', 'deadline', 'stopped'] as const),
      ),
    }),
  ),
})
const rules = fc.record({
  earlyMediaRings: fc.boolean(),
  listensFirst: fc.constant('auto' as const),
  sendsMedia: fc.boolean(),
  retryUnreachable: fc.boolean(),
  overrides: fc.array(
    fc.record({
      by: fc.constantFrom('status' as const, 'cause' as const),
      code: fc.nat(699),
      row: fc.constantFrom('busy' as const, 'unreachable' as const, 'route fault' as const),
    }),
    { maxLength: 3 },
  ),
})

it('outcome: a voice call whose speech was late by more than a second is suspect, a mix call is not', () => {
  const spoken = { ...afterRinging, answered: true, codeSpoken: true, media: 'heard' } as const
  const suspects = (['voice', 'mix'] as const).map((mode) =>
    [1_000, 1_001].map((lateMs) => classify({ ...calling, ...spoken, mode, lateMs }, defaultRules).suspect),
  )
  expect(suspects).toEqual([
    [false, true],
    [false, false],
  ])
})

it('outcome: a voice call whose carrier never had our ACK is suspect, whatever sound came', () => {
  const spoken = { ...afterRinging, answered: true, codeSpoken: true, media: 'heard' } as const
  const outcome = (ackLost: boolean) =>
    classify({ ...calling, ...spoken, mode: 'voice', ackLost }, defaultRules)
  expect(outcome(false)).toMatchObject({ reason: 'spoken', suspect: false })
  expect(outcome(true)).toMatchObject({ reason: 'no audio', suspect: true })
})

it('outcome: 606 is the fault of our offer: another trunk is tried, and nobody was busy', () => {
  const end = { kind: 'refused', status: 606, cause: undefined } as const
  const verdict = classify({ ...calling, mode: 'flash', end }, defaultRules)
  expect(verdict).toMatchObject({ completed: false, reason: 'trunk fault', fault: 'trunk', nextTrunk: true })
})

describe('the outcome table as a function', () => {
  it('covers every input, and never sends a person who may have been rung to a second trunk', () => {
    fc.assert(
      fc.property(facts, rules, (given, trunk) => {
        const verdict = classify(given, trunk)
        expect(callReasons).toContain(verdict.reason)
        if (verdict.completed) expect(verdict).toMatchObject({ fault: 'none', nextTrunk: false })
        if (verdict.nextTrunk) expect(['nothing', 'trying']).toContain(given.heard)
        if (verdict.nextTrunk && given.heard === 'trying') expect(given.end.kind).toBe('refused')
      }),
      { numRuns: 5_000 },
    )
  })

  it('completes flash and mix calls that rang for a second, whatever ended them', () => {
    fc.assert(
      fc.property(facts, rules, fc.integer({ min: 1_000, max: 9_000 }), (given, trunk, ringMs) => {
        const rang = { ...given, heard: 'ringing', ringMs } as const
        if (given.mode !== 'voice') expect(classify(rang, trunk).completed).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('completes no unanswered call without a 180, unless its trunk never sends one', () => {
    fc.assert(
      fc.property(facts, rules, (given, trunk) => {
        if (given.heard === 'ringing' || given.answered) return
        if (!trunk.earlyMediaRings || given.heard !== 'early' || given.announcedCause !== undefined)
          expect(classify(given, trunk).completed).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  it('completes voice only when the code was played', () => {
    fc.assert(
      fc.property(facts, rules, (given, trunk) => {
        const voice = { ...given, mode: 'voice' } as const
        expect(classify(voice, trunk).completed).toBe(given.answered && given.codeSpoken)
      }),
      { numRuns: 3_000 },
    )
  })
})
