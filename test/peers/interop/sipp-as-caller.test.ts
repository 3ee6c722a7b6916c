// SIPp calls, we are called.
import { type CallEnd, type IncomingCall, tagOf } from '@ringkey/sip'
import { afterEach, describe, expect, it } from 'vitest'
import { type OurAgent, startAgent } from './our-agent.ts'
import { startSipp } from './sipp.ts'

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const transports = [['udp'], ['tcp']] as const

/** Runs one scenario against an agent that does `take` with the call; brings how the call ended. */
async function called(
  scenario: string,
  transport: 'udp' | 'tcp',
  take: (call: IncomingCall, ours: OurAgent) => void,
): Promise<{ end: CallEnd; ours: OurAgent; call: IncomingCall }> {
  const { promise, resolve } = Promise.withResolvers<IncomingCall>()
  const ours = await startAgent({
    onCall(call) {
      take(call, ours)
      resolve(call)
    },
  })
  ends.push(() => ours.close())
  const peer = await startSipp(scenario, { transport, remotePort: ours.port(transport) })
  ends.push(() => peer.end())
  const call = await promise
  const end = await call.ended
  await peer.finished()
  return { end, ours, call }
}

/** Rings, then answers with audio of our own. */
function answering(call: IncomingCall, ours: OurAgent): void {
  call.ring()
  void ours.media.open().then((audio) => {
    const sdp = (offer: Uint8Array) => ({
      type: 'application/sdp',
      content: Buffer.from(audio.answer(Buffer.from(offer).toString()) ?? ''),
    })
    call.handlers = { onOffer: (offer) => sdp(offer.content) }
    call.answer({ body: sdp(call.request.body) })
    void call.ended.then(() => audio.close())
  })
}

describe.each(transports)('a caller over %s', (transport) => {
  it('talks and hangs up', async () => {
    const { end, call } = await called('caller-talks', transport, answering)
    expect(end).toMatchObject({ kind: 'hung-up', by: 'peer' })
    expect(call.request.from.uri).toMatchObject({ user: '+79991234567' })
  })

  it('is hung up on', async () => {
    const { end } = await called('caller-waits-for-our-bye', transport, (call, ours) => {
      answering(call, ours)
      setTimeout(() => call.hangUp(), 300) // after the ACK
    })
    expect(end).toMatchObject({ kind: 'hung-up', by: 'us' })
  })

  it('gives up while it rings', async () => {
    const { end } = await called('caller-cancels', transport, (call) => call.ring())
    expect(end).toMatchObject({ kind: 'cancelled' })
  })

  it('hears busy, and its ACK proves with our tag that it heard', async () => {
    const { end, ours, call } = await called('caller-hears-busy', transport, (one) => one.reject(486))
    expect(end).toEqual({ kind: 'refused', status: 486, confirmed: true })
    const ack = ours.received.find((message) => message.kind === 'request' && message.method === 'ACK')
    expect(tagOf(ack!.to)).toBe(call.localTag)
  })

  it('puts us on hold and updates the call', async () => {
    const { end, ours } = await called('caller-changes-the-call', transport, answering)
    expect(end).toMatchObject({ kind: 'hung-up', by: 'peer' })
    expect(ours.ladder.filter((line) => line === '< INVITE')).toHaveLength(2)
  })
})

describe('a caller over UDP', () => {
  it('acknowledges late: our 200 is sent again until then', async () => {
    const { ours, end } = await called('caller-acknowledges-late', 'udp', answering)
    expect(end).toMatchObject({ kind: 'hung-up', by: 'peer' })
    expect(ours.ladder.filter((line) => line === '> 200').length).toBeGreaterThan(2)
  })
})

describe('what comes outside of calls', () => {
  it.each(transports)('OPTIONS is answered over %s', async (transport) => {
    const ours = await startAgent()
    ends.push(() => ours.close())
    const peer = await startSipp('caller-asks-options', { transport, remotePort: ours.port(transport) })
    await peer.finished()
  })

  it('a call that requires an unknown extension is refused with its name', async () => {
    let calls = 0
    const ours = await startAgent({ onCall: () => calls++ })
    ends.push(() => ours.close())
    const peer = await startSipp('caller-uses-unknown-extension', { remotePort: ours.port('udp') })
    await peer.finished()
    expect(calls).toBe(0)
  })
})
