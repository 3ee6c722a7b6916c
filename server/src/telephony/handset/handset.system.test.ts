import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Media, openTransports, readWav, sdpBody, systemClock as sipClock, UserAgent } from '@ringkey/sip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PhoneUnreachable, phoneClient } from '../../../../dev/phone/phone-client.ts'
import { localSocket } from '../../platform/local-socket.ts'
import { createLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type { HandsetCall } from './handset-call.ts'
import { type DemoPhone, openDemoPhone } from './open-demo-phone.ts'

/** The timeout on a busy machine. */
const patience = { timeout: 60_000 }

let dataFolder: string
let phone: DemoPhone
let agent: UserAgent
let media: Media
let servicePort = 0
const inbound: string[] = []
const logged: string[] = []
let closeSip: () => Promise<void>

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'ringkey-phone-'))
  const transport = await openTransports({
    clock: sipClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  closeSip = () => transport.close()
  servicePort = transport.advertised('udp')!.port
  agent = new UserAgent({
    transport,
    onCall(call) {
      inbound.push(call.request.uri)
      call.reject(486)
    },
  })
  media = new Media({ bindAddress: '127.0.0.1', ports: { firstPort: 27_000, lastPort: 27_999 } })
  phone = await openDemoPhone({
    dataFolder,
    clock: systemClock,
    log: createLog('info', { write: (line) => void logged.push(line) }),
    serviceAddress: () => `127.0.0.1:${servicePort}`,
  })
})
afterAll(async () => {
  await phone.close()
  await closeSip()
  rmSync(dataFolder, { recursive: true, force: true })
})

/** The service's side of a voice call: speaks and hangs up. */
async function speak(audioBytes: Uint8Array): Promise<void> {
  const audio = await media.open()
  const call = agent.call({
    to: `sip:79161234567@127.0.0.1:${phone.carrierPort}`,
    from: 'sip:74951230042@127.0.0.1',
    body: sdpBody(audio.offer()),
    onAnswer(response) {
      audio.accept(Buffer.from(response.body).toString('utf8'))
      void audio.play({ law: 'pcma', bytes: audioBytes }).then(() => call.hangUp())
    },
  })
  await call.ended
  audio.close()
}

describe('the demo phone through the socket in the data folder', () => {
  it('shows the caller, answers, and returns the received audio', async () => {
    const client = phoneClient(dataFolder)
    const seen: HandsetCall[] = []
    const enough = new AbortController()
    const watching = client.watch((call) => {
      seen.push(call)
      if (call.state === 'ringing') void client.act(call.id, 'answer')
      if (call.state === 'ended') enough.abort()
    }, enough.signal)
    const said = Uint8Array.from({ length: 1_600 }, (_, at) => (at % 20 < 10 ? 0x2b : 0xab))
    await speak(said)
    await watching
    expect(seen.map(({ state }) => state)).toEqual(['ringing', 'answered', 'ended'])
    expect(seen[0]).toMatchObject({ direction: 'in', from: '74951230042', to: '79161234567' })
    const wav = await client.recording(seen[0]!.id)
    expect(Buffer.from(readWav(wav!, 'pcma')).includes(said)).toBe(true)
    expect(await client.recording(99_999)).toBeUndefined()
  })

  it('dials a number of the service and returns the result', async () => {
    const client = phoneClient(dataFolder)
    expect(await client.dial('79161234567', '+74951230001')).toBe('busy, as confirmation numbers are')
    expect(inbound).toEqual([`sip:+74951230001@127.0.0.1:${servicePort}`])
    await expect(client.dial('nobody', '74951230001')).rejects.toThrow(
      '"from" and "to" must be phone numbers',
    )
  })

  it('is accessible only to the owner of the folder', () => {
    expect(statSync(localSocket(dataFolder, 'phone')).mode & 0o777).toBe(0o600)
  })

  it('comes back on the same port when its carrier dies, and keeps its calls', async () => {
    const client = phoneClient(dataFolder)
    // Events come in batches: wait until those of the earlier calls have arrived.
    await expect
      .poll(() => phone.handset.calls.map(({ state }) => state), patience)
      .toEqual(['ended', 'ended'])
    const before = phone.handset.calls.length
    process.kill(phone.handset.carrierPid!, 'SIGKILL')
    await expect.poll(() => logged.join('')).toContain('simulator-ended')
    await expect.poll(() => phone.handset.carrierPid).toBeDefined()
    const call = agent.call({
      to: `sip:79161234567@127.0.0.1:${phone.carrierPort}`,
      from: 'sip:74951239999@127.0.0.1',
      onProgress: () => call.hangUp(),
    })
    expect(await call.ended).toMatchObject({ kind: 'cancelled' })
    await expect
      .poll(() => phone.handset.calls.at(-1), patience)
      .toMatchObject({ from: '74951239999', state: 'ended' })
    expect(phone.handset.calls).toHaveLength(before + 1)
    expect(new Set(phone.handset.calls.map(({ id }) => id)).size).toBe(before + 1)
    expect(logged.join('')).not.toContain('74951239999')
    await client.act(1, 'hang-up')
  })
})

describe('the demo phone without a running service', () => {
  it('reports why the phone cannot be reached', async () => {
    const nowhere = join(dataFolder, 'nothing-here')
    expect(existsSync(nowhere)).toBe(false)
    await expect(phoneClient(nowhere).dial('79161234567', '74951230001')).rejects.toThrow(PhoneUnreachable)
  })
})
