// We call, SIPp is called. Each scenario file is one thing that trunks do.
import { type OutgoingCall, parseReasons, type SrvRecord } from '@ringkey/sip'
import { afterEach, describe, expect, it } from 'vitest'
import { refusalWords } from '../../../server/src/telephony/calls/network-block.ts'
import { callTo, type OurAgent, startAgent } from './our-agent.ts'
import { type Sipp, type SippOptions, startSipp } from './sipp.ts'

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function us(...options: Parameters<typeof startAgent>): Promise<OurAgent> {
  const ours = await startAgent(...options)
  ends.push(() => ours.close())
  return ours
}

async function sipp(scenario: string, options?: SippOptions): Promise<Sipp> {
  const peer = await startSipp(scenario, options)
  ends.push(() => peer.end())
  return peer
}

const hangUp = (call: OutgoingCall) => call.hangUp()

describe.each<['udp' | 'tcp']>([['udp'], ['tcp']])('a callee over %s', (transport) => {
  it('rings until it is cancelled', async () => {
    const { agent, ladder } = await us()
    const peer = await sipp('callee-rings-until-cancelled', { transport })
    const { end, progress } = callTo(agent, peer.port, { transport, onRinging: hangUp })
    expect(await end).toMatchObject({ kind: 'cancelled', response: { status: 487 }, crossed: false })
    await peer.finished()
    expect(progress).toEqual([180])
    expect(ladder.filter((line) => line.startsWith('>'))).toEqual(['> INVITE', '> CANCEL', '> ACK'])
  })

  it('answers, and we hang up', async () => {
    const { agent } = await us()
    const peer = await sipp('callee-answers', { transport })
    const { end, progress } = callTo(agent, peer.port, { transport, onAnswered: hangUp })
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
    expect(progress).toEqual([180])
  })

  it('hangs up itself', async () => {
    const { agent } = await us()
    const peer = await sipp('callee-hangs-up', { transport })
    expect(await callTo(agent, peer.port, { transport }).end).toMatchObject({ kind: 'hung-up', by: 'peer' })
    await peer.finished()
  })

  it.each([
    ['callee-busy', 486],
    ['callee-not-found', 404],
    ['callee-unavailable-with-reason', 480],
    ['callee-out-of-service', 503],
    ['callee-blocked-by-analytics', 603],
    ['callee-blocked-behind-a-gateway', 603],
    ['callee-blocked-by-intermediary', 608],
    ['callee-unwanted', 607],
    ['callee-rings-for-a-moment', 486],
    ['callee-asks-for-a-pause', 503],
  ])('%s', async (scenario, status) => {
    const { agent } = await us()
    const peer = await sipp(scenario, { transport })
    const end = await callTo(agent, peer.port, { transport }).end
    expect(end).toMatchObject({ kind: 'rejected', response: { status } })
    await peer.finished()
  })

  it.each([['callee-challenges-with-401'], ['callee-challenges-with-407']])('%s', async (scenario) => {
    const { agent } = await us()
    const peer = await sipp(scenario, { transport })
    const credentials = { username: 'alice', password: 'correct horse' }
    const { end } = callTo(agent, peer.port, { transport, credentials, onAnswered: hangUp })
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
  })

  it('holds the call', async () => {
    const { agent, media } = await us()
    const peer = await sipp('callee-holds', { transport })
    const audio = await media.open()
    const { promise: held, resolve: onHeld } = Promise.withResolvers<void>()
    const { end, call } = callTo(agent, peer.port, {
      transport,
      body: { type: 'application/sdp', content: Buffer.from(audio.offer()) },
      onAnswer: (response) => expect(audio.accept(response.body.toString())).toBe(true),
      onOffer(offer) {
        const answer = audio.answer(offer.content.toString())
        setImmediate(onHeld)
        return answer === undefined ? undefined : { type: 'application/sdp', content: Buffer.from(answer) }
      },
    })
    await held
    await new Promise((resolve) => setTimeout(resolve, 50)) // the ACK of the hold comes before our BYE
    call.hangUp()
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
    audio.close()
  })

  it('requires PRACK', async () => {
    const { agent, ladder } = await us()
    const peer = await sipp('callee-requires-prack', { transport })
    const { end, progress } = callTo(agent, peer.port, { transport, onAnswered: hangUp })
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
    expect(progress).toEqual([180])
    expect(ladder).toContain('> PRACK')
  })

  it('answers while our CANCEL is under way', async () => {
    const { agent, ladder } = await us()
    const peer = await sipp('callee-answers-across-cancel', { transport })
    const { end } = callTo(agent, peer.port, { transport, onRinging: hangUp })
    expect(await end).toMatchObject({ kind: 'cancelled', response: { status: 200 }, crossed: true })
    await peer.finished()
    const sent = ladder.filter((line) => line.startsWith('>'))
    expect(sent).toEqual(['> INVITE', '> CANCEL', '> ACK', '> BYE'])
  })
})

describe('a callee over UDP', () => {
  it.each(['callee-blocked-by-analytics', 'callee-blocked-behind-a-gateway'])(
    'says that a network stopped the call, and whom to ask: %s',
    async (scenario) => {
      const { agent } = await us()
      const peer = await sipp(scenario)
      const end = await callTo(agent, peer.port).end
      if (end.kind !== 'rejected') throw new Error(end.kind)
      expect(refusalWords(end.response)).toMatchObject({
        isAnalytics: true,
        contact: { url: 'https://redress.example/ask', email: 'ask@redress.example', location: 'RLN' },
      })
      await peer.finished()
    },
  )

  it('names the cause of the telephone network', async () => {
    const { agent } = await us()
    const peer = await sipp('callee-unavailable-with-reason')
    const end = await callTo(agent, peer.port).end
    if (end.kind !== 'rejected') throw new Error(end.kind)
    expect(parseReasons(end.response.headers.lines('Reason'))[0]).toMatchObject({
      protocol: 'Q.850',
      cause: 20,
    })
    await peer.finished()
  })

  it('answers without ringing', async () => {
    const { agent } = await us()
    const peer = await sipp('callee-answers-at-once')
    const { end, progress } = callTo(agent, peer.port, { onAnswered: hangUp })
    expect(await end).toMatchObject({ kind: 'hung-up' })
    await peer.finished()
    expect(progress).toEqual([])
  })

  it.each([['callee-loses-180'], ['callee-loses-200']])('%s', async (scenario) => {
    const { agent } = await us()
    const peer = await sipp(scenario)
    const { end, progress } = callTo(agent, peer.port, { onAnswered: hangUp })
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
    expect(progress).toEqual(scenario === 'callee-loses-180' ? [] : [180])
  })

  it('names a Contact at which nobody listens: ACK and BYE go back to where the 200 came from', async () => {
    const { agent, ladder } = await us()
    const peer = await sipp('callee-names-a-private-contact')
    const { end, call } = callTo(agent, peer.port)
    while (ladder.filter((line) => line === '> ACK').length < 2) await new Promise(setImmediate)
    call.hangUp()
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
  })

  it('repeats its 200, and each copy is acknowledged', async () => {
    const { agent, ladder } = await us()
    const peer = await sipp('callee-repeats-200')
    let answers = 0
    const { end, call } = callTo(agent, peer.port, { onAnswered: () => answers++ })
    while (ladder.filter((line) => line === '> ACK').length < 4) await new Promise(setImmediate)
    call.hangUp()
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await peer.finished()
    expect(answers).toBe(1)
  })

  it('never ends the INVITE after our CANCEL: we do', async () => {
    const { agent } = await us()
    const peer = await sipp('callee-never-ends-after-cancel')
    const { end } = callTo(agent, peer.port, { onRinging: hangUp })
    expect(await end).toMatchObject({ kind: 'cancelled', response: undefined })
    await peer.finished()
    while (agent.counters.transactions > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('is silent: the INVITE is sent seven times, then given up', async () => {
    // Six timers may each be late on a busy machine: T1 must be longer than all of that for the seventh to leave.
    const { agent, ladder } = await us({ times: { t1Ms: 200 } })
    const peer = await sipp('callee-silent')
    expect(await callTo(agent, peer.port).end).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } })
    await peer.finished()
    // RFC 3261 17.1.1.2: at 0, T1, 3, 7, 15, 31 and 63 T1.
    expect(ladder).toEqual(Array(7).fill('> INVITE'))
    expect(agent.counters).toMatchObject({ transactions: 0, dialogs: 0 })
  })

  it('has media before the answer', async () => {
    const { agent, media } = await us()
    const peer = await sipp('callee-early-media')
    const { promise: heard, resolve: onFirstPacket } = Promise.withResolvers<void>()
    const audio = await media.open({ onFirstPacket, recordSeconds: 5 })
    const { end } = callTo(agent, peer.port, {
      body: { type: 'application/sdp', content: Buffer.from(audio.offer()) },
      onProgress: (response) => {
        expect(response.status).toBe(183)
        expect(audio.accept(response.body.toString())).toBe(true)
      },
    })
    await heard // SIPp echoes the RTP that we send
    expect(await end).toMatchObject({ kind: 'rejected', response: { status: 486 } })
    await peer.finished()
    expect(audio.stream.recording!.seconds).toBeGreaterThan(0)
    audio.close()
  })
})

describe('several servers', () => {
  it('are tried in the order of their SRV records when one is out of service or not there', async () => {
    const down = await sipp('callee-out-of-service')
    const up = await sipp('callee-answers')
    const srv: SrvRecord[] = [
      { priority: 20, weight: 0, port: up.port, name: 'up.test' },
      { priority: 10, weight: 0, port: down.port, name: 'down.test' },
    ]
    const { agent } = await us({
      resolver: {
        naptr: async () => ({ records: [], ttlSeconds: 60 }),
        srv: async (name) => ({ records: name === '_sip._udp.trunk.test' ? srv : [], ttlSeconds: 60 }),
        addresses: async () => ({ records: ['127.0.0.1'], ttlSeconds: 60 }),
      },
    })
    const { end } = callTo(agent, 0, { to: 'sip:79991234567@trunk.test', onAnswered: hangUp })
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    await down.finished()
    await up.finished()
  })
})
