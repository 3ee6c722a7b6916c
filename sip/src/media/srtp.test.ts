import { describe, expect, it } from 'vitest'
import { writeGoodbye } from './rtcp.ts'
import { writeRtp } from './rtp-packet.ts'
import { deriveKeys, keyStream, SrtpReceiver, SrtpSender, srtpSuites } from './srtp.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
// RFC 3711 B.3.
const master = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6')

const packet = (sequence: number, ssrc = 7) =>
  writeRtp({
    marker: false,
    payloadType: 8,
    sequence: sequence & 0xffff,
    timestamp: sequence * 160,
    ssrc,
    payload: new Uint8Array(160).fill(sequence),
  })

describe('SRTP: vectors of RFC 3711', () => {
  it('B.2: the key stream of AES-CM', () => {
    const key = hex('2B7E151628AED2A6ABF7158809CF4F3C')
    const stream = keyStream(key, hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD0000'), Buffer.alloc(48))
    expect(stream).toEqual(
      hex(
        'E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0',
      ),
    )
  })

  it('B.3: the session keys', () => {
    expect(deriveKeys(master, 0)).toEqual({
      cipher: hex('C61E7A93744F39EE10734AFE3FF7A087'),
      salt: hex('30CBBC08863D8C85D49DB34A9AE1'),
      auth: hex('CEBE321F6FF7716B6FD4AB49AF256A156D38BAA4'),
    })
  })

  // The packet of libsrtp's self-test, with the keys of B.3.
  it('a whole packet', () => {
    const plain = hex('800f1234decafbadcafebabe abababababababababababababababab')
    const sealed = hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb')
    expect(new SrtpSender('AES_CM_128_HMAC_SHA1_80', master).protect(plain)).toEqual(sealed)
    expect(new SrtpReceiver('AES_CM_128_HMAC_SHA1_80', master).open(sealed)).toEqual(plain)
  })
})

describe.each(srtpSuites)('%s', (suite) => {
  it('decrypts what it encrypted, across a roll-over of the sequence numbers and out of order', () => {
    const sender = new SrtpSender(suite, master)
    const receiver = new SrtpReceiver(suite, master)
    const numbers = Array.from({ length: 8 }, (_, at) => 65_532 + at)
    const sealed = numbers.map((number) => sender.protect(packet(number)))
    const order = [0, 2, 1, 5, 3, 4, 7, 6]
    for (const at of order) expect(receiver.open(sealed[at]!)).toEqual(packet(numbers[at]!))
  })

  it('accepts no packet twice, no changed packet, and none under another key', () => {
    const sealed = new SrtpSender(suite, master).protect(packet(1))
    const receiver = new SrtpReceiver(suite, master)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(receiver.open(changed)).toBeUndefined()
      expect(receiver.open(sealed.subarray(0, at))).toBeUndefined()
    }
    const other = Buffer.from(master)
    other[0]! ^= 1
    expect(new SrtpReceiver(suite, other).open(sealed)).toBeUndefined()
    expect(receiver.open(sealed)).toEqual(packet(1))
    expect(receiver.open(sealed)).toBeUndefined()
  })

  it('protects RTCP with a tag of 80 bits, and accepts it once', () => {
    const goodbye = writeGoodbye({ ssrc: 7, packets: 3, octets: 480, timestamp: 9, cname: 'us' })
    const sealed = new SrtpSender(suite, master).protectRtcp(goodbye)
    expect(sealed.length).toBe(goodbye.length + 4 + 10)
    const receiver = new SrtpReceiver(suite, master)
    expect(receiver.openRtcp(sealed.subarray(1))).toBeUndefined()
    expect(receiver.openRtcp(sealed)).toEqual(goodbye)
    expect(receiver.openRtcp(sealed)).toBeUndefined()
  })
})
