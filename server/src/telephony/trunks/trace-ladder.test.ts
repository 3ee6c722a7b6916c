import { Headers, parseMessage, SipResponse, serialise } from '@ringkey/sip'
import { expect, it } from 'vitest'
import type { LadderStep } from './ladder-step.ts'
import { ladderSteps } from './trace-ladder.ts'

it('ladder of a test call: a response from an address outside the trunk is shown as ignored', () => {
  const headers = Headers.of(
    ['Via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1'],
    ['From', '<sip:us@192.0.2.1>;tag=1'],
    ['To', '<sip:them@192.0.2.2>;tag=2'],
    ['Call-ID', '1'],
    ['CSeq', '1 INVITE'],
  )
  const bytes = serialise(new SipResponse(180, 'Ringing', headers))
  const message = parseMessage(Buffer.from(bytes))
  const steps: LadderStep[] = []
  const peer = { transport: 'udp', address: '192.0.2.9', port: 5060 } as const
  ladderSteps((step) => steps.push(step))({
    direction: 'received',
    atMs: 0,
    peer,
    bytes,
    message: message.kind === 'malformed' ? undefined : message,
    ignored: true,
  })
  expect(steps).toEqual([
    {
      atMs: 0,
      direction: 'received',
      title: '180 Ringing to INVITE (ignored: not an address of the trunk, see trusted-sources)',
      peer: '192.0.2.9:5060 udp',
    },
  ])
})
