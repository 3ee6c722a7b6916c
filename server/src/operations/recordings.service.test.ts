// The own voice of a service: over the cabinet, the admin API and the command.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readWav } from '@ringkey/sip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../test/cabinet-member.ts'
import { type Client, noticed, openClient } from '../../test/contract/scene.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { eventually, freePort, startTestService, type TestService } from '../../test/service.ts'
import { base64Wav, wavOf } from '../../test/wav.ts'

const kazakh = join(import.meta.dirname, '../../assets/prompts/kk')
let service: TestService
let client: Client
let owner: CabinetMember
let token: string
let adminUrl: string
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })

beforeAll(async () => {
  const port = await freePort()
  adminUrl = `http://127.0.0.1:${port}/admin/v1`
  service = await startTestService({ RINGKEY_ADMIN_PORT: String(port) })
  client = await openClient(service)
  owner = await visitAs(service, client.accountId)
  token = (await run('admin-token', 'add', 'voice', '--scopes', 'read,accounts,dangerous', '--json')).json
    .token
  // It opens with the first token.
  await eventually(async () => {
    await noticed(service)
    return fetch(`${adminUrl}/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    )
  }, Boolean)
})
afterAll(() => service.stop())

const path = (more = '') => `/services/${client.id}/recordings${more}`
const record = (piece: string, wav = base64Wav(), language = 'de') =>
  owner.write(path(), { language, piece, wav })
const admin = (address: string, body?: object) =>
  service.raw(`${adminUrl}${address}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  })
/** In what voice the next spoken code of the service is said. */
async function placed(language?: string) {
  await noticed(service)
  const answer = await service.raw('/v2/verifications', {
    method: 'POST',
    headers: { Authorization: client.bearer, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone: nextPhone(), ...(language && { language }), steps: [{ mode: 'voice' }] }),
  })
  const { voiceLanguage, voices } = service.telephony.placed.at(-1)!.request
  expect(answer.body.steps[0].language).toBe(voiceLanguage)
  return { language: voiceLanguage, voices: voices?.map(({ serviceId }) => serviceId) }
}
let phones = 0
const nextPhone = () => `+7916777${String(++phones).padStart(4, '0')}`

describe('recordings of a service', () => {
  it('are stored as calls say them, listed, heard in the page and removed', async () => {
    const made = await record('greeting', base64Wav({ rateHz: 48_000, channels: 2, seconds: 1 }), 'pt-br')
    expect([made.status, made.body]).toEqual([
      200,
      { service: client.id, language: 'pt-BR', piece: 'greeting' },
    ])
    const [voice] = (await owner.read(path())).body.voices
    expect(voice).toMatchObject({ language: 'pt-BR', isWhole: false, pieces: [{ piece: 'greeting' }] })
    expect(voice.pieces[0].seconds).toBeCloseTo(1.08, 1)

    const wav = async (address: string, query: Record<string, string>) => {
      const parameters = new URLSearchParams(query)
      const url = `${service.baseUrl}/cabinet/api${path(address)}?${parameters}`
      const response = await fetch(url, { headers: owner.headers() })
      expect(response.headers.get('content-type')).toBe('audio/wav')
      return readWav(Buffer.from(await response.arrayBuffer()), 'pcma')
    }
    const heard = await wav('/audio', { language: 'pt-BR', piece: 'greeting' })
    expect(heard.length / 8_000).toBeCloseTo(voice.pieces[0].seconds, 3)
    const sample = Buffer.from(await wav('/sample', { language: 'pt-BR' }))
    expect(sample.indexOf(heard)).toBe(-1)
    expect(await placed('pt-BR')).toEqual({ language: 'pt', voices: [] })

    expect((await owner.write(path('/remove'), { language: 'pt-BR' })).status).toBe(200)
    expect((await owner.write(path('/remove'), { language: 'pt-BR' })).status).toBe(404)
    expect((await owner.read(path())).body.voices).toEqual([])
  })

  it('are said by its calls in their language, those of the installation first', async () => {
    expect((await record('name', undefined, 'de')).status).toBe(200)
    expect(await placed('de')).toEqual({ language: 'de', voices: [client.id] })
    expect(await placed('fr')).toEqual({ language: 'fr', voices: [] })
    const ofAll = await admin('/recordings', {
      language: 'de',
      piece: 'greeting',
      wav: base64Wav(),
    })
    expect([ofAll.status, ofAll.body]).toEqual([200, { language: 'de', piece: 'greeting' }])
    expect(await placed('de')).toEqual({ language: 'de', voices: [0, client.id] })
    const sample = await service.raw(`/cabinet/api${path('/sample')}?language=de`, {
      headers: owner.headers(),
    })
    expect(sample.status).toBe(200)
    expect((await admin('/recordings?service=0')).body.voices).toMatchObject([
      { language: 'de', pieces: [{ piece: 'greeting' }] },
    ])
    await admin('/recordings/remove', { language: 'de' })
    await admin(`/accounts/${client.accountId}/services/${client.id}/recordings/remove`, { language: 'de' })
    expect(await placed('de')).toEqual({ language: 'de', voices: [] })
  })

  it('add a language as soon as they have all ten digits', async () => {
    for (let digit = 0; digit < 9; digit++) await record(`digits/${digit}`, base64Wav({ hz: 300 }), 'uk')
    expect(await placed('uk')).toEqual({ language: 'ru', voices: [] })
    await record('digits/9', base64Wav({ hz: 300 }), 'uk')
    expect(await placed('uk')).toEqual({ language: 'uk', voices: [client.id] })
    await owner.write(path('/remove'), { language: 'uk', piece: 'digits/3' })
    expect(await placed('uk')).toEqual({ language: 'ru', voices: [] })
    await owner.write(path('/remove'), { language: 'uk' })
  })

  it.each([
    ['recording-unreadable', Buffer.from('an mp3').toString('base64'), 'one or two channels at 8 to 48 kHz'],
    ['recording-silent', base64Wav({ amplitude: 0 }), 'not silent'],
    ['recording-clipped', base64Wav({ amplitude: 3 }), 'not clipped'],
    ['recording-short', base64Wav({ seconds: 0.001, pauseSeconds: 0 }), 'at least 80 ms'],
    ['recording-long', base64Wav({ seconds: 11, rateHz: 8_000 }), 'at most 1.2 s for a digit'],
  ])('are refused as %s, with the field and the reason', async (code, wav, reason) => {
    const { status, body } = await record('greeting', wav)
    expect([status, body.error.code, body.error.field]).toEqual([400, code, 'wav'])
    expect(body.error.message).toContain(reason)
    expect((await owner.read(path())).body.voices).toEqual([])
  })

  it('are refused when a call would be cut off before it has said its code', async () => {
    const of = (seconds: number) => base64Wav({ seconds, rateHz: 8_000 })
    const slow = {
      code: 'recording-slow',
      message: expect.stringContaining('expected at most 22 s for the name'),
    }
    const pieces = async () =>
      (await owner.read(path())).body.voices[0].pieces.map(({ piece }: { piece: string }) => piece)
    expect((await record('greeting', of(8))).status).toBe(200)
    expect(await record('name', of(3))).toMatchObject({
      status: 400,
      body: { error: { ...slow, field: 'wav' } },
    })
    expect(await pieces()).toEqual(['greeting'])
    // The announcement is said in place of the greeting, so the longer one counts.
    expect((await record('greeting', of(1))).status).toBe(200)
    expect((await record('name', of(3))).status).toBe(200)
    expect((await record('announcement', of(9))).status).toBe(400)
    // What is removed is said by the installation.
    expect((await admin('/recordings', { language: 'de', piece: 'greeting', wav: of(8) })).status).toBe(200)
    expect(await owner.write(path('/remove'), { language: 'de', piece: 'greeting' })).toMatchObject({
      status: 400,
      body: { error: { ...slow, field: 'piece' } },
    })
    expect(await pieces()).toEqual(['greeting', 'name'])
    await admin('/recordings/remove', { language: 'de' })
    await owner.write(path('/remove'), { language: 'de' })
  })

  it('are waited for a minute, however slowly they come', async () => {
    const { port, hostname } = new URL(service.baseUrl)
    const socket = connect(Number(port), hostname)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let isClosed = false
    void closed.then(() => (isClosed = true))
    const headers = {
      ...owner.headers(),
      Host: hostname,
      'Content-Length': '2000000',
      'Content-Type': 'application/json',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(
      `POST /cabinet/api${path()} HTTP/1.1\r\n${lines.join('')}X-Ringkey-Cabinet: 1\r\n\r\n{"wav":"`,
    )
    await sleep(200)
    await service.clock.advance(55_000)
    await sleep(20)
    expect(isClosed).toBe(false)
    let waited = 55_000
    await eventually(async () => {
      await service.clock.advance(1_000)
      waited += 1_000
      await sleep(20)
      return isClosed || waited > 300_000
    }, Boolean)
    socket.destroy()
    expect(waited).toBeLessThan(300_000)
  })

  it('are refused without a token before their body is read', async () => {
    const { port, hostname, pathname } = new URL(`${adminUrl}/recordings`)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{`,
    )
    const patience = AbortSignal.timeout(10_000)
    const [answer] = await once(socket, 'data', { signal: patience }).finally(() => socket.destroy())
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /)
  })

  it('are refused with another piece, another language, or too long a file', async () => {
    const wrong = async (body: object) => {
      const answer = await owner.write(path(), { language: 'de', piece: 'name', wav: base64Wav(), ...body })
      return [answer.status, answer.body.error.code, answer.body.error.field]
    }
    expect(await wrong({ piece: 'refrain' })).toEqual([400, 'wrong-field', 'piece'])
    expect(await wrong({ language: 'German!' })).toEqual([400, 'wrong-field', 'language'])
    expect((await wrong({ wav: 'A'.repeat(3_000_000) }))[0]).toBe(413)
    // A whole sentence in stereo at 48 kHz passes.
    const long = wavOf({ seconds: 9.4, pauseSeconds: 0.3, rateHz: 48_000, channels: 2 }).toString('base64')
    expect((await record('greeting', long)).status).toBe(200)
    await owner.write(path('/remove'), { language: 'de' })
  })

  it('have at most 4 MB in all, and what is too much is not stored', async () => {
    const long = base64Wav({ seconds: 9.8, rateHz: 8_000 })
    const languages = [...'abcdefgh'].map((letter) => `x${letter}`)
    const answers: number[] = []
    for (const language of languages)
      for (const piece of ['name', 'greeting', 'announcement', 'again', 'farewell', 'thanks', 'press'])
        answers.push((await record(piece, long, language)).status)
    const refused = answers.indexOf(409)
    expect(refused).toBeGreaterThan(48)
    const { seconds, mostSeconds } = (await owner.read(path())).body
    expect(seconds).toBeLessThanOrEqual(mostSeconds)
    expect(seconds).toBeGreaterThan(mostSeconds - 11)
    for (const language of languages) await owner.write(path('/remove'), { language })
  })
})

describe('ringkey prompts', () => {
  it('import: stores a folder for the installation, and says what calls leave out', async () => {
    const imported = await run('prompts', 'import', kazakh, '--language', 'kk')
    expect(imported.out).toContain('25 recordings are stored; calls in "kk" use them from now on.')
    const { out } = await run('prompts', 'list')
    expect(out).toMatch(/LANGUAGE +PIECE +SECONDS/)
    expect(out).toMatch(/kk +digits\/9-last +0\.\d\d/)
    const removed = await run('prompts', 'remove', '--language', 'kk', '--json')
    expect(removed.json).toEqual({ language: 'kk', piece: null })
    expect(await run('prompts', 'remove', '--language', 'kk')).toMatchObject({
      code: 1,
      err: expect.stringContaining('see ringkey prompts list'),
    })
  })

  it('set: names the faulty file, and a service that is not there', async () => {
    const file = join(kazakh, 'LICENCE.txt')
    const refused = await run('prompts', 'set', 'name', file, '--language', 'kk')
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('a WAV file') })
    const missing = await run('prompts', 'import', kazakh, '--language', 'kk', '--service', '999999')
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('There is no service 999999') })
    const empty = await run('prompts', 'import', service.folder, '--language', 'kk')
    expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('lacks digits/0, digits/1') })
  })

  it('runs as docs/voice.md says', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/voice.md'), 'utf8')
    const typed = page
      .matchAll(/^ringkey (.+?)(?: +#.*)?$/gm)
      .map(([, words]) => words!.split(' '))
      .toArray()
    expect(typed).toHaveLength(4)
    const meant = new Map([
      ['FOLDER', kazakh],
      ['shop.wav', join(kazakh, 'greeting.wav')],
      ['12', String(client.id)],
    ])
    for (const words of typed)
      expect(await run(...words.map((word) => meant.get(word) ?? word)), words.join(' ')).toMatchObject({
        code: 0,
      })
  })
})
