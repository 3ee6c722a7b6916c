import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Media, openTransports, readWav, sdpBody, systemClock as sipClock, UserAgent } from '@ringkey/sip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../server/src/platform/log.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { type DemoPhone, openDemoPhone } from '../../server/src/telephony/handset/open-demo-phone.ts'
import { keepRecording } from './recording-folder.ts'
import { runPhone } from './run-phone.ts'
import { watchPhone } from './terminal-phone.ts'
import { writtenNumber } from './written-number.ts'

/** The timeout on a busy machine. */
const patience = { timeout: 60_000 }

let folder: string
let demo: DemoPhone
let agent: UserAgent
let media: Media
let close: () => Promise<void>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-terminal-'))
  const transport = await openTransports({
    clock: sipClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  agent = new UserAgent({ transport, onCall: (call) => call.reject(486) })
  media = new Media({ bindAddress: '127.0.0.1', ports: { firstPort: 26_000, lastPort: 26_999 } })
  demo = await openDemoPhone({
    dataFolder: folder,
    clock: systemClock,
    log: createLog('fatal', { write() {} }),
    serviceAddress: () => `127.0.0.1:${transport.advertised('udp')!.port}`,
  })
  close = async () => {
    await demo.close()
    await transport.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
afterAll(() => close())

/** A terminal that records its output; the test presses the keys. */
function terminal(more: { answers?: boolean; json?: boolean } = {}) {
  const printed: string[] = []
  const played: string[] = []
  let press: (key: string) => void = () => {}
  const recordings = join(folder, 'recordings')
  const watching = watchPhone({
    dataFolder: folder,
    recordings,
    answers: more.answers ?? false,
    once: true,
    json: more.json ?? false,
    out: (text) => printed.push(text),
    listen(onKey) {
      press = onKey
      return () => {}
    },
    play: async (file) => played.push(file),
  })
  return { printed, played, recordings, watching, press: (key: string) => press(key) }
}

async function placeCall(audioBytes?: Uint8Array): Promise<string> {
  const audio = await media.open()
  const call = agent.call({
    to: `sip:79161234567@127.0.0.1:${demo.carrierPort}`,
    from: 'sip:74951238496@127.0.0.1',
    body: sdpBody(audio.offer()),
    onAnswer(response) {
      audio.accept(Buffer.from(response.body).toString('utf8'))
      void audio.play({ law: 'pcma', bytes: audioBytes ?? new Uint8Array() }).then(() => call.hangUp())
    },
  })
  const end = await call.ended
  audio.close()
  return end.kind
}

describe('ringkey dev phone', () => {
  it('rings with the number and its last four digits, and is declined with a key', async () => {
    const { printed, watching, press } = terminal()
    await expect.poll(() => printed.length, patience).toBe(2)
    const placed = placeCall()
    await expect.poll(() => printed.join(''), patience).toContain('RINGING')
    press('d')
    expect(await placed).toBe('rejected')
    await watching
    expect(printed[2]).toMatch(
      /^\d\d:\d\d:\d\d {2}RINGING {3}\+7 916 123-45-67 {2}from \+7 495 123-84-96 {2}last four 8496\n$/,
    )
    expect(printed[3]).toMatch(/ended {5}declined here/)
  })

  it('answers, keeps the received audio and plays it', async () => {
    const said = Uint8Array.from({ length: 2_400 }, (_, at) => (at % 10 < 5 ? 0x2c : 0xac))
    const { printed, played, watching } = terminal({ answers: true })
    await expect.poll(() => printed.length, patience).toBe(2)
    expect(await placeCall(said)).toBe('hung-up')
    await watching
    expect(printed.join('')).toMatch(/RINGING.*answered {2}listening.*ended {5}the caller hung up.*heard/s)
    expect(Buffer.from(readWav(readFileSync(played[0]!), 'pcma')).includes(said)).toBe(true)
  })

  it('prints JSON for programs', async () => {
    const { printed, watching, press } = terminal({ json: true })
    const placed = placeCall()
    await expect.poll(() => printed.length, patience).toBe(1)
    press('d')
    await placed
    await watching
    expect(printed.map((line) => JSON.parse(line).state)).toEqual(['ringing', 'ended'])
  })

  it('reads single keys from a keyboard, and restores the terminal mode', async () => {
    const modes: boolean[] = []
    const keyboard = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => modes.push(isRaw),
    })
    let shown = ''
    const output = new PassThrough().on('data', (text) => {
      shown += text
    })
    const running = runPhone(
      { dataFolder: folder, answers: false, once: false, json: false },
      { input: keyboard, output },
    )
    keyboard.write('xq')
    await running
    expect(modes).toEqual([true, false])
    await expect.poll(() => shown, patience).toContain('q quit')
  })
})

describe('ringkey dev phone, details', () => {
  it('formats numbers as people write them', () => {
    expect(writtenNumber('74951230042')).toBe('+7 495 123-00-42')
    expect(writtenNumber('4930123456')).toBe('+4930123456')
  })

  it('keeps twenty recordings', () => {
    const kept = join(folder, 'kept')
    for (let call = 0; call < 23; call++)
      keepRecording(kept, { id: call, startedAt: Date.UTC(2026, 0, 1) }, Buffer.from('x'))
    expect(readdirSync(kept)).toHaveLength(20)
  })
})
