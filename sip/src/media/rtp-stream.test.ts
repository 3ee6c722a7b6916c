import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { decodeG711, encodeG711 } from './g711.ts'
import { writeGoodbye } from './rtcp.ts'
import { readRtp, writeRtp } from './rtp-packet.ts'
import { RtpStream, type RtpStreamOptions } from './rtp-stream.ts'
import { type AgreedAudio, readAnswer } from './sdp-offer-answer.ts'
import { eventPayloads } from './telephone-event.ts'
import { Ticker } from './ticker.ts'

const agreed: AgreedAudio = {
  codec: 'pcma',
  payloadType: 8,
  eventPayloadType: 101,
  receives: new Map<number, 'pcma' | 'event'>([
    [8, 'pcma'],
    [101, 'event'],
  ]),
  packetMs: 20,
  remoteAddress: '192.0.2.9',
  remoteFamily: 4,
  remotePort: 4000,
  remoteRtcpPort: 4001,
  mayListen: true,
  maySpeak: true,
}

function stream(more: Partial<RtpStreamOptions> = {}) {
  const clock = new ManualClock()
  const sent: Array<{ bytes: Buffer; to: string; atMs: number }> = []
  const rtcp: Array<{ bytes: Buffer; to: string }> = []
  let random = 1000
  const one = new RtpStream({
    clock,
    ticker: new Ticker(clock),
    random: { below: () => random++, hex: () => '' },
    send: (bytes, port, address) => sent.push({ bytes, to: `${address}:${port}`, atMs: clock.nowMs() }),
    sendRtcp: (bytes, port, address) => rtcp.push({ bytes, to: `${address}:${port}` }),
    cname: 'test',
    ...more,
  })
  return { clock, sent, rtcp, one }
}

const packet = (sequence: number, more: { payloadType?: number; ssrc?: number; payload?: Uint8Array } = {}) =>
  writeRtp({
    marker: false,
    payloadType: 8,
    sequence,
    timestamp: sequence * 160,
    ssrc: 5,
    payload: new Uint8Array(160).fill(sequence),
    ...more,
  })

describe('RTP stream', () => {
  it('plays a minute in a minute and resolves when the last packet was sent', async () => {
    const { clock, sent, one } = stream({ whenIdle: 'nothing' })
    one.agree(agreed)
    const played = one.play({ law: 'pcma', bytes: new Uint8Array(60 * 8000).fill(7) })
    clock.advance(61_000)
    expect(await played).toBe(true)
    expect(sent.length).toBe(3000)
    expect(sent.at(-1)!.atMs - sent[0]!.atMs).toBe(2999 * 20)
  })

  it('begins in the lower half of the sequence numbers, so that a peer that hears it late knows its roll-overs', () => {
    const { clock, sent, one } = stream({ random: { below: (end) => end - 1, hex: () => '' } })
    one.agree(agreed)
    clock.advance(0)
    expect(readRtp(sent[0]!.bytes)!.sequence).toBe(2 ** 15 - 1)
  })

  it('turns mu-law prompts into the agreed A-law', () => {
    const { clock, sent, one } = stream()
    one.agree(agreed)
    void one.play({ law: 'pcmu', bytes: new Uint8Array(160).fill(0x80) })
    clock.advance(0)
    expect(readRtp(sent[0]!.bytes)!.payload[0]).toBe(0xaa)
  })

  it('media: is sent to another port of the described address when packets come from it at the start', () => {
    const { clock, sent, one } = stream()
    one.agree(agreed)
    clock.advance(0)
    one.takeRtp(packet(1), 40_000, '192.0.2.9')
    clock.advance(20)
    expect(sent.map(({ to }) => to)).toEqual(['192.0.2.9:4000', '192.0.2.9:40000'])
  })

  it('media: an unknown source that sends first is neither heard nor sent to', () => {
    let heard = 0
    const { clock, sent, one } = stream({ onFirstPacket: () => heard++, recordSeconds: 1 })
    one.agree(agreed)
    one.takeRtp(packet(1), 6666, '198.51.100.66')
    clock.advance(0)
    expect(sent[0]!.to).toBe('192.0.2.9:4000')
    expect([heard, one.counts.stranger, one.counts.received, one.recording!.seconds]).toEqual([0, 1, 0, 0])
  })

  it('media: an unknown source cannot take over a call that has gone silent', () => {
    const { clock, sent, one } = stream({ silenceMs: 1_000 })
    one.agree(agreed)
    one.takeRtp(packet(1), 4000, '192.0.2.9')
    clock.advance(2_000)
    one.takeRtp(packet(2), 6666, '198.51.100.66')
    clock.advance(20)
    expect(sent.at(-1)!.to).toBe('192.0.2.9:4000')
    expect(one.counts.stranger).toBe(1)
  })

  it('follows a new description to its new address', () => {
    const { clock, sent, one } = stream()
    one.agree(agreed)
    one.takeRtp(packet(1), 4000, '192.0.2.9')
    one.agree({ ...agreed, remoteAddress: '192.0.2.10', remotePort: 5000 })
    clock.advance(0)
    expect(sent[0]!.to).toBe('192.0.2.10:5000')
  })

  it('continues its sequence numbers when the law changes', () => {
    const { clock, sent, one } = stream()
    one.agree(agreed)
    clock.advance(20)
    one.agree({ ...agreed, codec: 'pcmu', payloadType: 0 })
    clock.advance(20)
    const [first, second, third] = sent.map(({ bytes }) => readRtp(bytes)!)
    expect([second!.sequence - first!.sequence, third!.sequence - second!.sequence]).toEqual([1, 1])
    expect(third!.timestamp - second!.timestamp).toBe(160)
    expect([third!.payloadType, third!.payload[0]]).toEqual([0, 0xff])
  })

  it('is silent on hold and continues playing afterwards', async () => {
    const { clock, sent, one } = stream()
    one.agree(agreed)
    one.agree({ ...agreed, maySpeak: false })
    const played = one.play({ law: 'pcma', bytes: new Uint8Array(160).fill(7) })
    clock.advance(100)
    expect(sent).toEqual([])
    one.agree(agreed)
    clock.advance(0)
    expect(await played).toBe(true)
    const first = readRtp(sent[0]!.bytes)!
    expect([sent.length, first.payload[0], first.marker]).toEqual([1, 7, true])
  })

  it('held with an address of zeros: is silent, still accepts its peer, and continues where it stopped', async () => {
    const { clock, sent, one } = stream({ whenIdle: 'nothing' })
    one.agree(agreed)
    const played = one.play({ law: 'pcma', bytes: Uint8Array.from({ length: 480 }, (_, at) => at / 160) })
    clock.advance(20)
    one.agree({ ...agreed, remoteAddress: '0.0.0.0', maySpeak: false, mayListen: false })
    clock.advance(5_000)
    one.takeRtp(packet(1), 4000, '192.0.2.9')
    expect([sent.length, one.counts.stranger]).toEqual([2, 0])
    one.agree(agreed)
    clock.advance(0)
    expect(await played).toBe(true)
    expect(sent.map(({ bytes }) => readRtp(bytes)!.payload[0])).toEqual([0, 1, 2])
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(['192.0.2.9:4000']))
  })

  it('after a stall above 200 ms: the timestamp follows the time, the packet is marked, a cut word begins again', async () => {
    const { clock, sent, one } = stream({ whenIdle: 'nothing' })
    one.agree(agreed)
    const words = [
      { start: 0, end: 320 },
      { start: 480, end: 640 },
    ]
    // Packets 1 and 2 are a word, 3 is a pause, 4 is a word.
    const played = one.play({
      law: 'pcma',
      bytes: Uint8Array.from({ length: 640 }, (_, at) => at / 160 + 1),
      words,
    })
    clock.advance(0)
    clock.stall(1_000)
    clock.advance(0)
    expect([one.brokenWords, one.lateMs]).toEqual([1, 980])
    clock.advance(40)
    clock.stall(500)
    clock.advance(30)
    expect(await played).toBe(true)
    expect([one.brokenWords, one.lateMs]).toEqual([1, 980 + 480])
    const packets = sent.map(({ bytes }) => readRtp(bytes)!)
    const start = packets[0]!.timestamp
    expect(
      packets.map(({ timestamp, marker, payload }) => [(timestamp - start) / 160, marker, payload[0]]),
    ).toEqual([
      [0, true, 1],
      [50, true, 1],
      [51, false, 2],
      [52, false, 3],
      [77, true, 4],
    ])
  })

  it('is not late after a hold or a short stall', () => {
    const { clock, sent, one } = stream()
    one.agree(agreed)
    clock.advance(0)
    one.agree({ ...agreed, maySpeak: false })
    clock.advance(5_000)
    one.agree(agreed)
    clock.advance(0)
    clock.stall(110)
    clock.advance(0)
    const packets = sent.map(({ bytes }) => readRtp(bytes)!)
    expect(packets.map(({ timestamp }) => (timestamp - packets[0]!.timestamp) / 160)).toEqual([
      0, 250, 251, 252, 253, 254, 255,
    ])
    expect([packets[1]!.marker, one.lateMs]).toEqual([true, 0])
  })

  it('sends two packets of 10 ms in each interval where the peer takes no longer ones', () => {
    const { clock, sent, one } = stream()
    one.agree({ ...agreed, packetMs: 10 })
    void one.play({ law: 'pcma', bytes: Uint8Array.from({ length: 320 }, (_, at) => at / 80) })
    clock.advance(20)
    const packets = sent.map(({ bytes }) => readRtp(bytes)!)
    expect(packets.map(({ payload }) => [payload.length, payload[0]])).toEqual(
      [0, 1, 2, 3].map((at) => [80, at]),
    )
    expect(packets.map(({ timestamp }) => timestamp - packets[0]!.timestamp)).toEqual([0, 80, 160, 240])
  })

  it('G.722: what one stream plays another one records', () => {
    const { clock, sent, one } = stream()
    const other = stream({ recordSeconds: 1 }).one
    const receives = new Map([[9, 'g722'] as const])
    const g722 = { ...agreed, codec: 'g722', payloadType: 9, receives } as const
    one.agree(g722)
    other.agree(g722)
    const tone = Int16Array.from({ length: 1_600 }, (_, at) => 8_000 * Math.sin(at / 3))
    void one.play({ law: 'pcma', bytes: encodeG711('pcma', tone) })
    clock.advance(180)
    for (const { bytes } of sent) other.takeRtp(bytes, 4000, '192.0.2.9')
    other.close()
    const heard = decodeG711('pcma', other.recording!.audio())
    expect(sent.map(({ bytes }) => readRtp(bytes)!.payload.length)).toEqual(Array(10).fill(160))
    const loudest = Math.max(...heard.map((sample, at) => Math.abs(sample - tone[at]!)).slice(160))
    expect(loudest).toBeLessThan(1_500)
  })

  it('the law changes during playback: the rest is played in the new law', async () => {
    const { clock, sent, one } = stream({ whenIdle: 'nothing' })
    one.agree(agreed)
    const played = one.play({ law: 'pcma', bytes: new Uint8Array(320).fill(0xaa) })
    clock.advance(0)
    one.agree({ ...agreed, codec: 'pcmu', payloadType: 0 })
    clock.advance(20)
    expect(await played).toBe(true)
    expect(sent.map(({ bytes }) => readRtp(bytes)!.payload[0])).toEqual([0xaa, 0x80])
  })

  it('records, detects keys and reports the first packet', () => {
    const heard: string[] = []
    const { one } = stream({
      recordSeconds: 10,
      onFirstPacket: () => heard.push('first'),
      onDigit: (digit) => heard.push(digit),
    })
    one.agree(agreed)
    one.takeRtp(packet(1), 4000, '192.0.2.9')
    one.takeRtp(packet(3), 4000, '192.0.2.9')
    one.takeRtp(packet(2), 4000, '192.0.2.9')
    for (const [index, payload] of eventPayloads('7', 480, 160).entries()) {
      one.takeRtp(packet(4 + index, { payloadType: 101, payload }), 4000, '192.0.2.9')
    }
    one.close()
    expect(heard.slice(0, 2)).toEqual(['first', '7'])
    expect([...one.recording!.audio()].filter((_, index) => index % 160 === 0)).toEqual([1, 2, 3])
  })

  it('hears a peer that sends another codec of our offer, and keys by the number of our offer', () => {
    const heard: string[] = []
    const { one } = stream({
      recordSeconds: 10,
      onFirstPacket: () => heard.push('first'),
      onDigit: (digit) => heard.push(digit),
    })
    const local = {
      address: '192.0.2.1',
      port: 20_000,
      codecs: ['pcma', 'pcmu'],
      sessionId: 1,
      version: 1,
    } as const
    const answer = readAnswer(
      'v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\ns=-\r\nc=IN IP4 192.0.2.9\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8 0 96\r\na=rtpmap:96 telephone-event/8000\r\n',
      local,
    )
    if (answer.kind !== 'agreed') throw new Error(answer.kind)
    one.agree(answer.agreed)
    one.takeRtp(packet(1, { payloadType: 0, payload: new Uint8Array(160).fill(0x80) }), 4000, '192.0.2.9')
    const [key] = eventPayloads('7', 480, 160)
    one.takeRtp(packet(2, { payloadType: 101, payload: key! }), 4000, '192.0.2.9')
    one.close()
    expect(heard).toEqual(['first', '7'])
    expect(one.recording!.audio()[0]).toBe(0xaa)
  })

  it('drops and counts packets that are not RTP or not agreed', () => {
    const { one } = stream({ recordSeconds: 1 })
    one.agree(agreed)
    one.takeRtp(Buffer.from('INVITE sip:x SIP/2.0'), 4000, '192.0.2.9')
    one.takeRtp(packet(1, { payloadType: 18 }), 4000, '192.0.2.9')
    expect(one.counts).toMatchObject({ notUnderstood: 2, received: 0 })
    expect(one.recording!.seconds).toBe(0)
  })

  it('reports silence once, and again after packets came back', () => {
    let silences = 0
    const { clock, one } = stream({ silenceMs: 1000, onSilence: () => silences++ })
    one.agree(agreed)
    clock.advance(900)
    one.takeRtp(packet(1), 4000, '192.0.2.9')
    clock.advance(999)
    expect(silences).toBe(0)
    clock.advance(1)
    expect(silences).toBe(1)
    clock.advance(10_000)
    expect(silences).toBe(1)
    one.takeRtp(packet(2), 4000, '192.0.2.9')
    clock.advance(1000)
    expect(silences).toBe(2)
  })

  it('accepts RTCP BYE only from its own source', () => {
    let goodbyes = 0
    const { one } = stream({ onGoodbye: () => goodbyes++ })
    one.agree(agreed)
    one.takeRtp(packet(1), 4000, '192.0.2.9')
    const report = { ssrc: 5, packets: 1, octets: 160, timestamp: 0, cname: 'x' }
    one.takeRtcp(writeGoodbye({ ...report, ssrc: 6 }), '192.0.2.9')
    one.takeRtcp(writeGoodbye(report), '198.51.100.66')
    expect(goodbyes).toBe(0)
    one.takeRtcp(writeGoodbye(report), '192.0.2.9')
    expect(goodbyes).toBe(1)
  })

  it('reports every 5 s, sends BYE at the end and leaves no timer', () => {
    const { clock, sent, rtcp, one } = stream({ silenceMs: 60_000 })
    one.agree(agreed)
    clock.advance(11_000)
    expect(rtcp.map(({ bytes }) => bytes[1])).toEqual([200, 200])
    one.close()
    one.close()
    expect(rtcp.length).toBe(3)
    expect(rtcp.at(-1)!.to).toBe('192.0.2.9:4001')
    expect(rtcp.at(-1)!.bytes.readUInt8(rtcp.at(-1)!.bytes.length - 7)).toBe(203)
    const before = sent.length
    clock.advance(1000)
    expect([sent.length, clock.waiting]).toEqual([before, 0])
  })
})
