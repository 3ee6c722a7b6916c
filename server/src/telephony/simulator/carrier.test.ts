import { type CallEnd, Media, openTransports, readWav, sdpBody, systemClock, UserAgent } from '@ringkey/sip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provisionalEvent } from '../calls/from-wire.ts'
import { behaviourOf, behaviourTable } from './behaviours.ts'
import { Carrier } from './carrier.ts'
import type { HandsetEvent } from './carrier-messages.ts'

/** The timeout on a busy machine. */
const patience = { timeout: 60_000 }

const events: HandsetEvent[] = []
let carrier: Carrier
let agent: UserAgent
let media: Media
let close: () => Promise<void>

beforeAll(async () => {
  carrier = await Carrier.open({ onEvent: (event) => events.push(event) })
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  agent = new UserAgent({ transport })
  media = new Media({ bindAddress: '127.0.0.1', ports: { firstPort: 28_000, lastPort: 28_999 } })
  close = async () => {
    await carrier.close()
    await transport.close()
  }
})
afterAll(() => close())

const offerText = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 29998 RTP/AVP 8',
  '',
].join('\r\n')

/** Calls a number; `cancelAt` hangs up at the first provisional response with that status. */
async function call(to: string, cancelAt?: number): Promise<{ heard: string[]; end: CallEnd }> {
  const heard: string[] = []
  const placed = agent.call({
    to: `sip:+${to}@127.0.0.1:${carrier.port}`,
    from: 'sip:+74951230042@127.0.0.1',
    body: sdpBody(offerText),
    onProgress(response) {
      const event = provisionalEvent(response)
      heard.push(event.kind === 'provisional' ? `${event.status} ${event.cause ?? ''}`.trim() : '')
      if (response.status === cancelAt) placed.hangUp()
    },
    onAnswer() {
      heard.push('200')
      placed.hangUp()
    },
  })
  return { heard, end: await placed.ended }
}

function read({ heard, end }: { heard: string[]; end: CallEnd }): string {
  const status =
    end.kind === 'rejected'
      ? `${end.response.status} ${end.response.headers.get('Reason') ?? ''}`.trim()
      : end.kind === 'cancelled'
        ? `cancelled ${end.crossed ? 'across 200' : (end.response?.status ?? '')}`.trim()
        : end.kind
  return [...heard, status].join(', ')
}

describe('numbers of the simulated carrier', () => {
  it('ring unless the table says otherwise', async () => {
    expect(read(await call('79161234567', 180))).toBe('180, cancelled 487')
    expect(behaviourOf('+79161234567')).toEqual(behaviourOf('+79005550000'))
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'ringing', from: '74951230042', to: '79161234567' }),
    )
  })

  it.each([
    ['01', '486 Q.850;cause=17'],
    ['03', '480 Q.850;cause=20'],
    ['04', '404 Q.850;cause=1'],
    ['05', '403'],
    ['06', '503 Q.850;cause=34'],
    ['07', '500'],
    ['19', '302'],
    ['14', '200, hung-up'],
    ['02', '180, 603 Q.850;cause=21'],
    ['20', '180, 480 Q.850;cause=19'],
    ['12', '183 20, 480 Q.850;cause=20'],
    ['13', '180, 200, hung-up'],
    ['08', '180, cancelled 487'],
  ])('%s: %s', async (kind, expected) => {
    const cancelAt = kind === '08' ? 180 : undefined
    expect(read(await call(`7900555${kind}00`, cancelAt))).toBe(expected)
  })

  it('send early media alone', async () => {
    expect(read(await call('79005551100', 183))).toBe('183, cancelled 487')
  })

  it('answer at the very moment of the CANCEL', async () => {
    expect(read(await call('79005551800', 180))).toBe('180, cancelled across 200')
  })

  it('lose every second packet, which retransmission repairs', async () => {
    expect(read(await call('79005551600', 180))).toBe('180, cancelled 487')
  })

  it('have a distinct behaviour on every line of the table', () => {
    const behaviours = Object.keys(behaviourTable).map((kind) =>
      JSON.stringify(behaviourOf(`7900555${kind}03`)),
    )
    expect(new Set(behaviours).size).toBe(behaviours.length)
    expect(behaviourOf('77005550900').networkFault).toBe('deaf')
    expect(behaviourOf('79005559900')).toEqual(behaviourOf('79161234567'))
  })
})

describe('the simulated handset', () => {
  it('answers, receives the audio and keeps it', async () => {
    const audio = await media.open()
    const tone = Uint8Array.from({ length: 1_600 }, (_, at) => (at % 16 < 8 ? 0x2a : 0xaa))
    const placed = agent.call({
      to: `sip:79161110000@127.0.0.1:${carrier.port}`,
      from: 'sip:74951231234@127.0.0.1',
      body: sdpBody(audio.offer()),
      onProgress() {
        const ringing = events.findLast((event) => event.kind === 'ringing')
        carrier.act('answer', ringing!.id)
      },
      onAnswer(response) {
        audio.accept(Buffer.from(response.body).toString('utf8'))
        void audio.play({ law: 'pcma', bytes: tone }).then(() => placed.hangUp())
      },
    })
    await placed.ended
    await expect
      .poll(() => events.at(-1), patience)
      .toMatchObject({ kind: 'ended', why: 'the caller hung up' })
    audio.close()
    const ended = events.at(-1)
    const wav = carrier.recording(ended!.id)
    expect(ended).toMatchObject({ heardMs: expect.toSatisfy((heardMs: number) => heardMs >= 200) })
    expect(Buffer.from(readWav(wav!, 'pcma')).includes(tone)).toBe(true)
  })

  it('declines a call', async () => {
    const placed = agent.call({
      to: `sip:79161110001@127.0.0.1:${carrier.port}`,
      from: 'sip:74951231234@127.0.0.1',
      onProgress: () => carrier.act('decline', events.findLast((event) => event.kind === 'ringing')!.id),
    })
    expect(await placed.ended).toMatchObject({ kind: 'rejected', response: { status: 603 } })
  })
})
