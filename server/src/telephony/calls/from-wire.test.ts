import { parseMessage, type SipResponse } from '@ringkey/sip'
import { describe, expect, it } from 'vitest'
import { endedEvent, provisionalEvent } from './from-wire.ts'

function response(status: number, ...headers: string[]): SipResponse {
  const lines = [
    `SIP/2.0 ${status} Word`,
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

describe('translation of SIP events for the call machines', () => {
  it('finds the Q.850 cause among other reasons', () => {
    const progress = response(183, 'Reason: SIP;cause=480, q.850;cause=20;text="absent"')
    expect(provisionalEvent(progress)).toEqual({ kind: 'provisional', status: 183, cause: 20 })
    expect(provisionalEvent(response(180, 'Reason: SIP;cause=480'))).toMatchObject({ cause: undefined })
  })

  it('translates every end of a call', () => {
    const busy = response(486, 'Reason: Q.850;cause=17')
    expect(endedEvent({ kind: 'rejected', response: busy })).toEqual({
      kind: 'ended',
      ending: { kind: 'refused', status: 486, cause: 17 },
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
