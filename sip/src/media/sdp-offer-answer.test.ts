import { describe, expect, it } from 'vitest'
import { readSdp } from './sdp-audio.ts'
import { type LocalAudio, readAnswer, writeAnswer, writeOffer } from './sdp-offer-answer.ts'

const local: LocalAudio = {
  address: '192.0.2.1',
  port: 20000,
  codecs: ['pcma', 'pcmu'],
  sessionId: 42,
  version: 1,
}

/** An SDP around the given media lines. */
const sdp = (...media: string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...media, ''].join('\r\n')

const agreedIn = (offer: string, ours = local) => {
  const answered = writeAnswer(offer, ours)
  if (answered.kind !== 'answered') throw new Error(answered.kind)
  return answered
}

describe('offer', () => {
  it('has the lines of RFC 8866 in their order', () => {
    expect(writeOffer(local).split('\r\n')).toEqual([
      'v=0',
      'o=- 42 1 IN IP4 192.0.2.1',
      's=-',
      'c=IN IP4 192.0.2.1',
      't=0 0',
      'm=audio 20000 RTP/AVP 8 0 101',
      'a=rtpmap:8 PCMA/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-15',
      'a=ptime:20',
      'a=sendrecv',
      '',
    ])
  })

  it('marks an IPv6 address as IP6', () => {
    expect(writeOffer({ ...local, address: '2001:db8::1' })).toContain('c=IN IP6 2001:db8::1\r\n')
  })
})

describe('answer', () => {
  it('uses the first common law and the payload type of the peer for events', () => {
    const { sdp: answer, agreed } = agreedIn(
      sdp('m=audio 4000 RTP/AVP 18 0 8 96', 'a=rtpmap:96 telephone-event/8000', 'a=rtcp:4009'),
    )
    expect(answer).toContain('m=audio 20000 RTP/AVP 0 96\r\n')
    expect(agreed).toEqual({
      codec: 'pcmu',
      payloadType: 0,
      eventPayloadType: 96,
      receives: new Map<number, string>([
        [0, 'pcmu'],
        [96, 'event'],
      ]),
      packetMs: 20,
      remoteAddress: '192.0.2.9',
      remoteFamily: 4,
      remotePort: 4000,
      remoteRtcpPort: 4009,
      mayListen: true,
      maySpeak: true,
    })
  })

  it('refuses other streams at their position', () => {
    const { sdp: answer } = agreedIn(
      sdp(
        'm=video 5000 RTP/AVP 31',
        'm=audio 0 RTP/AVP 8',
        'm=audio 4000 RTP/AVP 8',
        'm=image 6000 udptl t38',
      ),
    )
    expect(answer.match(/^m=.*$/gm)).toEqual([
      'm=video 0 RTP/AVP 31',
      'm=audio 0 RTP/AVP 8',
      'm=audio 20000 RTP/AVP 8',
      'm=image 0 udptl t38',
    ])
  })

  it.each([
    ['sendrecv', 'sendrecv', true, true],
    ['sendonly', 'recvonly', true, false],
    ['recvonly', 'sendonly', false, true],
    ['inactive', 'inactive', false, false],
  ])('mirrors %s as %s', (theirs, ours, mayListen, maySpeak) => {
    const { sdp: answer, agreed } = agreedIn(sdp('m=audio 4000 RTP/AVP 8', `a=${theirs}`))
    expect(answer).toContain(`a=${ours}\r\n`)
    expect([agreed.mayListen, agreed.maySpeak]).toEqual([mayListen, maySpeak])
  })

  it('treats an address of zeros as hold', () => {
    expect(agreedIn(sdp('m=audio 4000 RTP/AVP 8', 'c=IN IP4 0.0.0.0')).agreed.maySpeak).toBe(false)
  })

  it('prefers the address of the stream to that of the session', () => {
    expect(agreedIn(sdp('m=audio 4000 RTP/AVP 8', 'c=IN IP4 192.0.2.77')).agreed.remoteAddress).toBe(
      '192.0.2.77',
    )
  })

  it('accepts a host name as the address', () => {
    const { agreed } = agreedIn(sdp('m=audio 4000 RTP/AVP 8', 'c=IN IP6 media.example'))
    expect([agreed.remoteAddress, agreed.remoteFamily]).toEqual(['media.example', 6])
  })

  it('accepts G.711 under a dynamic payload type', () => {
    const { agreed } = agreedIn(sdp('m=audio 4000 RTP/AVP 97', 'a=rtpmap:97 PCMA/8000'))
    expect([agreed.codec, agreed.payloadType]).toEqual(['pcma', 97])
  })

  it.each([
    ['only codecs we do not speak', sdp('m=audio 4000 RTP/AVP 18 9')],
    ['only encrypted audio', sdp('m=audio 4000 RTP/SAVP 8')],
    ['only video', sdp('m=video 4000 RTP/AVP 31')],
    ['neither address nor host name', sdp('m=audio 4000 RTP/AVP 8', 'c=IN IP4 192.0.2.999')],
  ])('finds nothing in common with %s', (_, offer) => {
    expect(writeAnswer(offer, local).kind).toBe('nothing-in-common')
  })

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['no origin', 'v=0\r\ns=-\r\nt=0 0\r\nm=audio 4000 RTP/AVP 8\r\n'],
    ['a port beyond 65535', sdp('m=audio 70000 RTP/AVP 8')],
    ['a media line that is cut', sdp('m=audio')],
    ['more streams than the bound', sdp(...Array.from({ length: 17 }, () => 'm=audio 4000 RTP/AVP 8'))],
    ['more bytes than the bound', sdp('m=audio 4000 RTP/AVP 8', `a=x:${'y'.repeat(20_000)}`)],
  ])('calls %s unreadable', (_, offer) => {
    expect(writeAnswer(offer, local).kind).toBe('unreadable')
  })
})

describe('answer to our offer', () => {
  it('gives the destination of our media', () => {
    const read = readAnswer(sdp('m=audio 4000 RTP/AVP 8 101', 'a=rtpmap:101 telephone-event/8000'), local)
    expect(read).toMatchObject({
      kind: 'agreed',
      agreed: { codec: 'pcma', remotePort: 4000, eventPayloadType: 101 },
    })
  })

  it.each([
    ['a=maxptime:10', 10],
    ['a=maxptime:30', 20],
    ['a=maxptime:7', 5],
    ['a=maxptime:no', 20],
    ['a=ptime:10', 20],
  ])('with %s: our packets have %s ms', (line, packetMs) => {
    const read = readAnswer(sdp('m=audio 4000 RTP/AVP 8', line), local)
    expect(read).toMatchObject({ kind: 'agreed', agreed: { packetMs } })
  })

  it('our order of codecs stands in the offer, and the first of the answer is used', () => {
    const wide = { ...local, codecs: ['g722', 'pcma'] as const }
    expect(writeOffer(wide)).toMatch(/^m=audio \d+ RTP\/AVP 9 8 101\r\na=rtpmap:9 G722\/8000\r\n/m)
    const read = readAnswer(sdp('m=audio 4000 RTP/AVP 9 8'), wide)
    expect(read).toMatchObject({ kind: 'agreed', agreed: { codec: 'g722', payloadType: 9 } })
    expect(readAnswer(sdp('m=audio 4000 RTP/AVP 9'), local).kind).toBe('refused')
  })

  it('is a refusal when the stream has port 0', () => {
    expect(readAnswer(sdp('m=audio 0 RTP/AVP 8'), local).kind).toBe('refused')
  })

  it('never throws on bytes that are not SDP', () => {
    for (let seed = 1; seed < 2000; seed++) {
      const text = writeOffer(local)
      const at = (seed * 7919) % text.length
      const broken = text.slice(0, at) + String.fromCharCode((seed * 31) % 256) + text.slice(at + (seed % 5))
      expect(() => readSdp(broken)).not.toThrow()
    }
  })
})
