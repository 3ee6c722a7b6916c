// A real phone answers; what it recorded is compared with what we said.
import { decodeG711, encodeG711, readWav, sdpBody } from '@ringkey/sip'
import { afterEach, describe, expect, it } from 'vitest'
import { startBaresip } from './baresip.ts'
import { callTo, startAgent } from './our-agent.ts'

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Two seconds that never repeat themselves, so that there is one place where they fit. */
function prompt(): Uint8Array {
  const samples = Int16Array.from({ length: 16_000 }, (_, n) => {
    const risingHz = 300 + (n / 16_000) * 1500
    return 9000 * Math.sin((2 * Math.PI * risingHz * n) / 8000) * (1 - 0.5 * Math.sin(n / 500))
  })
  return encodeG711('pcma', samples)
}

/** The share of the prompt found, sample for sample, at its best place in the recording. */
function shareHeard(said: Int16Array, heard: Int16Array): number {
  const probe = said.subarray(4000, 4400)
  for (let at = 0; at + probe.length < heard.length; at++) {
    if (!probe.every((sample, index) => heard[at + index] === sample)) continue
    const start = at - 4000
    let same = 0
    for (let index = 0; index < said.length; index++) if (heard[start + index] === said[index]) same++
    return same / said.length
  }
  return 0
}

describe('baresip', () => {
  it('answers our call and hears the whole prompt', async () => {
    const phone = await startBaresip()
    ends.push(() => phone.end())
    const ours = await startAgent()
    ends.push(() => ours.close())
    const audio = await ours.media.open()
    const said = prompt()
    const { promise: spoken, resolve } = Promise.withResolvers<boolean>()
    const { call, end } = callTo(ours.agent, phone.port, {
      to: `sip:phone@127.0.0.1:${phone.port}`,
      body: sdpBody(audio.offer()),
      onAnswer(response) {
        expect(audio.accept(response.body.toString())).toBe(true)
        void audio
          .play({ law: 'pcma', bytes: new Uint8Array(4000).fill(0xd5) }) // its jitter buffer fills
          .then(() => audio.play({ law: 'pcma', bytes: said }))
          .then(() => audio.play({ law: 'pcma', bytes: new Uint8Array(2400).fill(0xd5) }))
          .then(resolve)
      },
    })
    expect(await spoken).toBe(true)
    call.hangUp()
    expect(await end).toMatchObject({ kind: 'hung-up', by: 'us' })
    audio.close()
    const heard = decodeG711('pcma', readWav(await phone.heard(), 'pcma'))
    expect(shareHeard(decodeG711('pcma', said), heard)).toBeGreaterThan(0.99)
  })
})
