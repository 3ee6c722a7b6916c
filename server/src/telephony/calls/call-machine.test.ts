import { describe, expect, it } from 'vitest'
import type { CallEvent } from './call-events.ts'
import { advanceCall, type Call, placeCall } from './call-machine.ts'
import { defaultTimers, type TimerName } from './timers.ts'
import { type CallMode, defaultRules, type TrunkRules } from './verdict.ts'

type Received = readonly [atMs: number, event: CallEvent]

const ring: CallEvent = { kind: 'provisional', status: 180, cause: undefined }
const trying: CallEvent = { kind: 'provisional', status: 100, cause: undefined }
const early: CallEvent = { kind: 'provisional', status: 183, cause: undefined }
const timer = (name: TimerName): CallEvent => ({ kind: 'timer', timer: name })
const left: CallEvent = { kind: 'ended', ending: { kind: 'left', crossed: false, confirmed: false } }

/** Feeds events to a call; returns the effects as short words. */
function play(mode: CallMode, ...received: readonly Received[]): { words: string[]; call: Call } {
  return playBy(defaultRules, mode, ...received)
}

function playBy(rules: TrunkRules, mode: CallMode, ...received: readonly Received[]) {
  let [call, effects] = placeCall({ mode, timers: defaultTimers, rules }, 0)
  const words: string[] = []
  const note = () => {
    for (const effect of effects) {
      if (effect.kind === 'set-timer') words.push(`set ${effect.timer} ${effect.delayMs}`)
      else if (effect.kind === 'clear-timer') words.push(`clear ${effect.timer}`)
      else if (effect.kind === 'hang-up') words.push(`hang up: ${effect.why}`)
      else if (effect.kind === 'decided')
        words.push(
          `${effect.verdict.completed ? 'completed' : 'failed'}: ${effect.verdict.reason}${effect.verdict.suspect ? ', suspect' : ''}`,
        )
      else words.push(effect.kind)
    }
  }
  note()
  for (const [atMs, event] of received) {
    ;[call, effects] = advanceCall(call, event, atMs)
    note()
  }
  return { words, call }
}

/** The effects that a user would notice: without timers. */
const detail = (mode: CallMode, ...received: readonly Received[]) =>
  play(mode, ...received).words.filter((word) => !/^(set|clear) /.test(word))

describe('flash call', () => {
  it('rings four seconds from the first 180, and its result is decided at the CANCEL', () => {
    const { words, call } = play('flash', [50, trying], [900, ring], [4_900, timer('ring')], [4_950, left])
    expect(words).toEqual([
      'set response 5000',
      'set progress 20000',
      'clear response',
      'clear progress',
      'set ring 4000',
      'clear ring',
      'hang up: rung enough',
      'set release 40000',
      'completed: rang',
      'clear release',
      'released',
    ])
    expect(call).toMatchObject({ placedAtMs: 0, progressAtMs: 900, ringingAtMs: 900, decidedAtMs: 4_900 })
  })

  it('starts its timeouts when the INVITE is sent, after waiting for the rate limit', () => {
    const { words, call } = play('flash', [2_500, { kind: 'sent' }], [7_500, timer('response')])
    expect(words.slice(0, 4)).toEqual([
      'set response 5000',
      'set progress 20000',
      'set response 5000',
      'set progress 20000',
    ])
    expect(call).toMatchObject({ placedAtMs: 2_500, decidedAtMs: 7_500 })
  })

  it('183 before 180: the ring timer starts at the 180', () => {
    const { words, call } = play('flash', [100, early], [9_000, ring], [13_000, timer('ring')])
    expect(words.slice(2)).toEqual([
      'clear response',
      'clear progress',
      'set early-media 12000',
      'clear early-media',
      'set ring 4000',
      'clear ring',
      'hang up: rung enough',
      'set release 40000',
      'completed: rang',
    ])
    expect(call).toMatchObject({ heard: 'ringing', progressAtMs: 100, earlyAtMs: 100, ringingAtMs: 9_000 })
  })

  it('183 alone: fails after 12 s, and the time is counted from the first 183', () => {
    const { words } = play('flash', [100, early], [8_000, early], [12_100, timer('early-media')])
    expect(words.filter((word) => word.startsWith('set early-media'))).toEqual(['set early-media 12000'])
    expect(words.slice(-1)).toEqual(['failed: early media only'])
  })

  it('183 alone on a trunk that never sends 180: rings four seconds, and a late 180 restarts them', () => {
    const rings = { ...defaultRules, earlyMediaRings: true }
    const alone = playBy(rings, 'flash', [100, early], [4_100, timer('early-media')]).words
    expect(alone).toContain('set early-media 4000')
    expect(alone.slice(-1)).toEqual(['completed: rang'])
    expect(playBy(rings, 'flash', [100, early], [3_500, ring]).words.slice(-1)).toEqual(['set ring 4000'])
  })

  it('183 with a failure in its Reason: is not ringing, before or after a 183 without one', () => {
    const absent: CallEvent = { kind: 'provisional', status: 183, cause: 20 }
    expect(detail('flash', [500, absent], [20_000, timer('progress')])).toEqual([
      'hang up: no ringing',
      'failed: unreachable',
    ])
    const rings = { ...defaultRules, earlyMediaRings: true }
    const { words } = playBy(rings, 'flash', [500, early], [900, absent], [4_500, timer('early-media')])
    expect(words.slice(-1)).toEqual(['failed: unreachable'])
    const talking: CallEvent = { kind: 'provisional', status: 183, cause: 16 }
    expect(playBy(rings, 'flash', [500, talking], [4_500, timer('early-media')]).words).toContain(
      'completed: rang',
    )
  })

  it('hangs up at once when the call is answered', () => {
    expect(detail('flash', [900, ring], [3_000, { kind: 'answered' }], [3_100, left])).toEqual([
      'hang up: answered',
      'completed: answered',
      'released',
    ])
  })

  it('gives up a silent trunk after five seconds, and reports it when the phone rings after all', () => {
    expect(detail('flash', [5_000, timer('response')], [7_000, trying], [7_100, left])).toEqual([
      'hang up: no response',
      'failed: no response',
      'released',
    ])
    expect(detail('flash', [5_000, timer('response')], [7_000, ring], [7_100, left])).toEqual([
      'hang up: no response',
      'failed: no response',
      'rang-after-all',
      'released',
    ])
  })

  it('keeps waiting for ringing when 100 came, up to twenty seconds', () => {
    expect(detail('flash', [10, trying], [5_000, timer('response')])).toEqual([])
    expect(detail('flash', [10, trying], [20_000, timer('progress')])).toEqual([
      'hang up: no ringing',
      'failed: no ringing',
    ])
  })

  it('keeps its result when the 487 never comes or a 200 crosses', () => {
    expect(
      detail('flash', [900, ring], [4_900, timer('ring')], [44_900, timer('release')], [45_000, left]),
    ).toEqual(['hang up: rung enough', 'completed: rang', 'released'])
    const crossed: CallEvent = { kind: 'ended', ending: { kind: 'left', crossed: true, confirmed: false } }
    expect(detail('voice', [900, ring], [25_900, timer('ring')], [25_950, crossed])).toEqual([
      'hang up: rung enough',
      'failed: not answered',
      'released',
    ])
  })
})

describe('voice and mix calls', () => {
  it('183 alone: wait for the answer as long as for ringing, and a 180 restarts the time', () => {
    const { words } = play('voice', [100, early], [5_000, ring], [6_000, { kind: 'answered' }])
    expect(words.filter((word) => word.startsWith('set'))).toEqual([
      'set response 5000',
      'set progress 20000',
      'set early-media 25000',
      'set ring 25000',
      'set speech-delay 700',
    ])
  })

  it('speak 0.7 s after the answer, are not cut off by the ring limit, and hang up after the last word', () => {
    const received: readonly Received[] = [
      [2_000, ring],
      [26_000, { kind: 'answered' }],
      [26_700, timer('speech-delay')],
      [27_000, timer('ring')],
      [32_000, { kind: 'code-spoken', media: 'heard', lateMs: 0 }],
      [38_000, { kind: 'speech-over', media: 'heard', lateMs: 0 }],
      [38_050, left],
    ]
    const { words } = play('voice', ...received)
    expect(words).toContain('set speech-delay 700')
    expect(words).toContain('set ring 25000')
    expect(detail('voice', ...received)).toEqual([
      'speak',
      'hang up: spoken',
      'completed: spoken',
      'released',
    ])
  })

  it('speak after the delay even when the phone sends at once, or with its first packet where nobody listens', () => {
    const answered: readonly Received[] = [
      [2_000, ring],
      [3_000, { kind: 'answered' }],
      [3_040, { kind: 'media-heard' }],
    ]
    const delayed: Received = [3_700, timer('speech-delay')]
    expect([detail('mix', ...answered), detail('mix', ...answered, delayed)]).toEqual([[], ['speak']])
    const rules = { ...defaultRules, listensFirst: 'no' as const }
    expect(playBy(rules, 'mix', ...answered, delayed).words.filter((word) => word === 'speak')).toEqual([
      'speak',
    ])
  })

  it('are suspect when a machine has spoken to us, and end at once when it is a facsimile machine', () => {
    const spokenTo: readonly Received[] = [
      [2_000, ring],
      [3_000, { kind: 'answered' }],
      [3_700, timer('speech-delay')],
      [6_000, { kind: 'machine-heard', isTone: false }],
      [20_000, { kind: 'code-spoken', media: 'heard', lateMs: 0 }],
      [28_000, { kind: 'speech-over', media: 'heard', lateMs: 0 }],
    ]
    for (const mode of ['voice', 'mix'] as const)
      expect(detail(mode, ...spokenTo)).toContain('completed: machine_answered, suspect')
    expect(
      detail('voice', ...spokenTo.slice(0, 3), [4_000, { kind: 'machine-heard', isTone: true }]),
    ).toEqual([...['speak', 'hang up: tone', 'failed: machine_answered, suspect']])
  })

  it('are completed when the person hangs up after the code was played once', () => {
    const received: readonly Received[] = [
      [2_000, ring],
      [3_000, { kind: 'answered' }],
      [3_700, timer('speech-delay')],
      [9_000, { kind: 'code-spoken', media: 'silent', lateMs: 0 }],
      [9_500, { kind: 'ended', ending: { kind: 'hung-up' } }],
    ]
    expect(detail('voice', ...received)).toEqual(['speak', 'completed: spoken', 'released'])
    expect(detail('voice', ...received.filter((_, at) => at !== 3))).toContain(
      'failed: hung up before the code',
    )
    expect(detail('mix', ...received.filter((_, at) => at !== 3))).toContain('completed: answered')
  })

  const spoken: readonly Received[] = [
    [2_000, ring],
    [3_000, { kind: 'answered' }],
    [3_700, timer('speech-delay')],
    [9_000, { kind: 'code-spoken', media: 'silent', lateMs: 0 }],
    [15_000, { kind: 'speech-over', media: 'silent', lateMs: 0 }],
  ]
  const bye = (confirmed: boolean): CallEvent => ({
    kind: 'ended',
    ending: { kind: 'left', crossed: false, confirmed },
  })
  const stillOpen = ['speak', 'hang up: spoken']

  it.each<[string, CallMode, readonly Received[], readonly string[]]>([
    ['wait for the answer to the BYE', 'voice', [], stillOpen],
    ['BYE answered', 'voice', [[15_040, bye(true)]], [...stillOpen, 'completed: spoken', 'released']],
    [
      'BYE refused',
      'voice',
      [[15_040, bye(false)]],
      [...stillOpen, 'completed: no audio, suspect', 'released'],
    ],
    [
      'BYE unanswered',
      'voice',
      [
        [20_000, timer('bye-answer')],
        [47_000, bye(false)],
      ],
      [...stillOpen, 'completed: no audio, suspect', 'released'],
    ],
    [
      'no time left for the answer',
      'voice',
      [[16_000, { kind: 'give-up', why: 'deadline' }]],
      [...stillOpen, 'completed: no audio, suspect'],
    ],
    ['mix: the number was shown', 'mix', [], [...stillOpen, 'completed: spoken']],
  ])('without any media from the phone, %s', (_, mode, more, expected) => {
    expect(detail(mode, ...spoken, ...more)).toEqual(expected)
  })

  it('stop waiting for speech that never ends', () => {
    const received: readonly Received[] = [
      [10, { kind: 'answered' }],
      [710, timer('speech-delay')],
      [30_710, timer('speech-limit')],
    ]
    expect(play('voice', ...received).words).toContain('set speech-limit 30000')
    expect(detail('voice', ...received)).toEqual([
      'speak',
      'hang up: speech stuck',
      'failed: hung up before the code',
    ])
  })

  it('hang up when there is no audio stream to play into', () => {
    expect(detail('voice', [500, ring], [900, { kind: 'answered' }], [901, { kind: 'no-audio' }])).toEqual([
      'hang up: no audio',
      'failed: no audio',
    ])
  })
})
