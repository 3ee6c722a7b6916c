import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { Media } from './media.ts'

async function media(): Promise<Media> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  const firstPort = Math.min(port, 65_000)
  return new Media({ bindAddress: '127.0.0.1', ports: { firstPort, lastPort: firstPort + 99 } })
}

describe('media of a call', () => {
  it('connects offer and answer, then carries speech and key presses', async () => {
    const all = await media()
    const { promise: key, resolve: onDigit } = Promise.withResolvers<string>()
    const caller = await all.open()
    const callee = await all.open({ recordSeconds: 5, onDigit })
    const answer = callee.answer(caller.offer())
    expect(caller.accept(answer!)).toBe(true)
    const clip = Uint8Array.from({ length: 800 }, (_, index) => index % 200)
    expect(await caller.play({ law: 'pcma', bytes: clip })).toBe(true)
    expect(await caller.press('7')).toBe(true)
    expect(await key).toBe('7')
    expect(Buffer.from(callee.stream.recording!.audio()).includes(clip)).toBe(true)
    caller.close()
    callee.close()
    expect(all.ports.inUse).toBe(0)
  })

  it.each([
    ['AES_CM_128_HMAC_SHA1_80', (offer: string) => offer],
    ['AES_CM_128_HMAC_SHA1_32', (offer: string) => offer.replace(/a=crypto:1 .*\r\n/, '')],
  ])(
    'secure, %s is agreed on: speech, key presses and BYE pass in both directions',
    async (suite, through) => {
      const all = await media()
      const { promise: key, resolve: onDigit } = Promise.withResolvers<string>()
      const { promise: goodbye, resolve: onGoodbye } = Promise.withResolvers<void>()
      const caller = await all.open({ secure: true, recordSeconds: 5 })
      const callee = await all.open({ secure: true, recordSeconds: 5, onDigit, onGoodbye })
      const offer = caller.offer()
      expect(offer).toMatch(/^m=audio \d+ RTP\/SAVP 8 0 101\r$/m)
      expect(offer.match(/^a=crypto:\d+ \w+/gm)).toEqual([
        'a=crypto:1 AES_CM_128_HMAC_SHA1_80',
        'a=crypto:2 AES_CM_128_HMAC_SHA1_32',
      ])
      const answer = callee.answer(through(offer))
      expect(answer).toContain(suite)
      expect(caller.accept(answer!)).toBe(true)
      const clip = Uint8Array.from({ length: 800 }, (_, index) => index % 200)
      const played = [caller, callee].map((end) => end.play({ law: 'pcma', bytes: clip }))
      expect(await Promise.all(played)).toEqual([true, true])
      expect(await caller.press('7')).toBe(true)
      expect(await key).toBe('7')
      for (const end of [caller, callee])
        await expect.poll(() => Buffer.from(end.stream.recording!.audio()).includes(clip)).toBe(true)
      caller.close()
      await goodbye
      callee.close()
    },
  )

  it('secure: takes neither plain audio nor an answer to a line that was not offered', async () => {
    const all = await media()
    const [secure, plain] = [await all.open({ secure: true }), await all.open()]
    expect([secure.answer(plain.offer()), plain.answer(secure.offer())]).toEqual([undefined, undefined])
    const answer = (await all.open({ secure: true })).answer(secure.offer())!
    for (const wrong of [
      answer.replace('a=crypto:1', 'a=crypto:2'),
      answer.replace('a=crypto:1', 'a=crypto:9'),
      answer.replace(/(inline:\S+)/, '$1|2^20|1:4'),
      answer.replace(/(inline:\S+)/, '$1 UNENCRYPTED_SRTP'),
      answer.replace(/inline:\S+/, 'inline:short'),
      answer.replace(/a=crypto.*\r\n/, ''),
    ])
      expect(secure.accept(wrong)).toBe(false)
    expect(secure.accept(answer.replace(/(inline:\S+)/, '$1|2^31'))).toBe(true)
  })

  it('gives a changed description a new version, as RFC 3264 8 requires', async () => {
    const all = await media()
    const caller = await all.open()
    const callee = await all.open()
    const version = (sdp: string | undefined) => Number(sdp?.match(/^o=- \d+ (\d+) /m)?.[1])
    const first = version(callee.answer(caller.offer()))
    expect(version(callee.answer(caller.offer()))).toBe(first)
    const hold = caller.offer().replace('a=sendrecv', 'a=sendonly')
    expect(version(callee.answer(hold))).toBe(first + 1)
    expect(version(callee.offer())).toBe(first + 2)
    caller.close()
    callee.close()
  })

  it('refuses a body that is not SDP', async () => {
    const one = await (await media()).open()
    expect(one.answer('hello')).toBeUndefined()
    expect(one.accept('hello')).toBe(false)
    expect(await one.play({ law: 'pcma', bytes: new Uint8Array(160) })).toBe(false)
    one.close()
  })

  it('never writes a wildcard address into SDP', () => {
    expect(() => new Media({ bindAddress: '0.0.0.0', ports: { firstPort: 20000, lastPort: 20009 } })).toThrow(
      'say which address',
    )
  })
})
