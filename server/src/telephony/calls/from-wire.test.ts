import { parseMessage, type SipResponse } from '@ringkey/sip'
import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import { endedEvent, provisionalEvent } from './from-wire.ts'
import { defaultRules, type Override } from './verdict.ts'

function response(status: number | string, ...headers: string[]): SipResponse {
  const lines = [
    `SIP/2.0 ${typeof status === 'number' ? `${status} Word` : status}`,
    'Via: SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bK1',
    'From: <sip:a@127.0.0.1>;tag=1',
    'To: <sip:b@127.0.0.1>;tag=2',
    'Call-ID: one',
    'CSeq: 1 INVITE',
    ...headers,
    'Content-Length: 0',
    '',
    '',
  ]
  const parsed = parseMessage(Buffer.from(lines.join('\r\n')))
  if (parsed.kind !== 'response') throw new Error('a response was expected')
  return parsed
}

const noContact = { url: '', tel: '', email: '', jcard: '', location: '' }

describe('translation of SIP events for the call machines', () => {
  it('finds the Q.850 cause among other reasons', () => {
    const progress = response(183, 'Reason: SIP;cause=480, q.850;cause=20;text="absent"')
    expect(provisionalEvent(progress)).toEqual({ kind: 'provisional', status: 183, cause: 20 })
    expect(provisionalEvent(response(180, 'Reason: SIP;cause=480'))).toMatchObject({ cause: undefined })
  })

  it('translates every end of a call', () => {
    const busy = response(486, 'Reason: Q.850;cause=17;text="User busy"')
    expect(endedEvent({ kind: 'rejected', response: busy })).toEqual({
      kind: 'ended',
      ending: {
        ...{ kind: 'refused', status: 486, cause: 17 },
        words: { text: 'Word\nUser busy', isAnalytics: false, contact: noContact },
      },
    })
    const kinds = [
      endedEvent({ kind: 'cancelled', response: undefined, crossed: true }),
      endedEvent({ kind: 'hung-up', by: 'us', confirmed: true }),
      endedEvent({ kind: 'hung-up', by: 'peer', request: undefined }),
      endedEvent({ kind: 'lost', reason: 'no-ack' }),
      endedEvent({ kind: 'failed', failure: { kind: 'timeout' } }),
      endedEvent({ kind: 'failed', failure: { kind: 'overloaded' } }),
      endedEvent({ kind: 'failed', failure: { kind: 'unresolved', message: '' } }),
    ]
    expect(kinds.map((event) => event.kind === 'ended' && event.ending)).toEqual([
      { kind: 'left', crossed: true, confirmed: false },
      { kind: 'left', crossed: false, confirmed: true },
      { kind: 'hung-up' },
      { kind: 'lost' },
      { kind: 'failed' },
      { kind: 'unsent', why: 'full' },
      { kind: 'unsent', why: 'transport' },
    ])
  })
})

/** The verdict on a flash call that this response ended. */
function verdictOf(refusal: SipResponse, rangMs = 0, overrides: readonly Override[] = []) {
  const event = endedEvent({ kind: 'rejected', response: refusal })
  if (event.kind !== 'ended') throw new Error('an end was expected')
  const heard = rangMs > 0 ? 'ringing' : 'trying'
  const facts = { mode: 'flash', heard, ringMs: rangMs, earlyMs: undefined, end: event.ending } as const
  const quiet = {
    answered: false,
    codeSpoken: false,
    media: 'silent',
    lateMs: 0,
    ackLost: false,
    machine: false,
  } as const
  return classify({ ...facts, ...quiet, announcedCause: undefined }, { ...defaultRules, overrides })
}

const analytics =
  'text="v=analytics1;url=https://redress.example/a?b=c;tel=+18005550199;email=ask@redress.example"'
const redress = {
  url: 'https://redress.example/a?b=c',
  tel: '+18005550199',
  email: 'ask@redress.example',
  jcard: '',
}

describe('calls that a network blocks', () => {
  it.each([
    ['603 NETWORK blocked', `Reason: SIP;cause=603;${analytics};location=RLN`],
    ['603 Network Blocked', `Reason: Q.850;cause=21;${analytics};location=RLN`],
    ['603 Network Blocked', 'Reason: Q.850;cause=16', `Reason: SIP;cause=603;${analytics};location=RLN`],
  ])('603+: %s, %s', (status, ...reasons) => {
    const contact = { kind: 'blocked', ...redress, location: 'RLN' }
    const blocked = { reason: 'blocked_by_network', nextTrunk: false, fault: 'none', block: contact }
    const refusal = response(status, ...reasons)
    expect(verdictOf(refusal)).toMatchObject({ completed: false, ...blocked })
    expect(verdictOf(refusal, 900)).toMatchObject({ completed: false, ...blocked })
    expect(verdictOf(refusal, 1_000)).toMatchObject({ completed: true, reason: 'rang', block: contact })
  })

  it.each([
    ['603 Network Blocked', 'Reason: SIP;cause=603;text="v=analytics2"'],
    ['603 Network Blocked', 'Reason: SIP;cause=603;text="v=analytics10"'],
    ['603 Network Blocked', 'Reason: Q.850;cause=21;text="by v=analytics1"'],
    ['603 Network Blocked, sorry', `Reason: SIP;cause=603;${analytics}`],
    ['603 Decline', `Reason: SIP;cause=603;${analytics}`],
    ['600 Network Blocked', `Reason: SIP;cause=600;${analytics}`],
  ])('no 603+ without both marks: %s, %s', (status, reason) => {
    expect(verdictOf(response(status, reason))).toEqual({ ...verdictOf(response(486)), reason: 'busy' })
    expect(verdictOf(response(status, reason), 1_000)).toMatchObject({ completed: true, reason: 'declined' })
  })

  it('608 and 607, whatever cause a gateway added; the address of a jCard is kept', () => {
    const info = 'Call-Info: <https://a.example/x>;purpose=icon, <https://b.example/card>;purpose=jcard'
    expect(verdictOf(response(608, 'Reason: Q.850;cause=21', info))).toMatchObject({
      reason: 'blocked_by_network',
      block: { ...noContact, kind: 'blocked', jcard: 'https://b.example/card' },
    })
    expect(verdictOf(response(607, 'Reason: Q.850;cause=21;location=RPN'))).toMatchObject({
      reason: 'unwanted',
      nextTrunk: false,
      block: { ...noContact, kind: 'unwanted', location: 'RPN' },
    })
    expect(verdictOf(response(607), 1_000)).toMatchObject({ completed: true, reason: 'rang' })
  })

  it('what the network says of itself is cut after 512 characters', () => {
    const long = 'x'.repeat(600)
    const { block } = verdictOf(
      response(
        '603 Network Blocked',
        `Reason: SIP;text="v=analytics1;url=${long};email=${long}";location=${long}`,
      ),
    )
    expect([block!.url, block!.email, block!.location]).toEqual([0, 1, 2].map(() => 'x'.repeat(512)))
  })

  it('a trunk may give a reason text another meaning, before every mark and code', () => {
    const overrides: Override[] = [
      { by: 'status', code: 603, row: 'trunk fault' },
      { by: 'status', code: 608, row: 'busy' },
      { by: 'text', text: 'no Credit', row: 'trunk fault' },
      { by: 'text', text: 'spam likely', row: 'blocked' },
    ]
    const reasonOf = (...refusal: Parameters<typeof response>) =>
      verdictOf(response(...refusal), 0, overrides).reason
    expect(reasonOf('486 Busy Here', 'Reason: Q.850;cause=17;text="NO CREDIT left"')).toBe('trunk fault')
    expect(reasonOf('480 Spam Likely')).toBe('blocked_by_network')
    expect(reasonOf('603 Network Blocked', 'Reason: SIP;text="v=analytics1 ; no credit"')).toBe('trunk fault')
    expect(reasonOf('603 Network Blocked', `Reason: SIP;${analytics}`)).toBe('blocked_by_network')
    expect([reasonOf(603), reasonOf(608)]).toEqual(['trunk fault', 'busy'])
  })
})
