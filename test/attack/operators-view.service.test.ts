// What an attacker leaves for the operator: guesses that should go unnoticed, text that a terminal would execute, archives
// that fill the memory.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedUp } from '../../server/test/cabinet-visitor.ts'
import { openClient } from '../../server/test/contract/scene.ts'
import { zipOf } from '../../server/test/numbering/archives.ts'
import { temporaryFile } from '../../server/test/numbering/folders.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const writtenMs = 5_000
const secrets = { password: 'hunter2-hunter2', key: 'S'.repeat(32) }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => service.stop())

const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })

interface Line {
  readonly what: string
  readonly times: number
}
const linesFrom = async (address: string): Promise<Line[]> => {
  await service.clock.advance(writtenMs)
  return (await run('audit-log', 'list', '--from', address, '--limit', '1000', '--json')).json
}

it('guesses: wrong passwords and keys from one address are in one log, without what was typed', async () => {
  await signedUp(service, 'victim@example.com')
  const from = { 'X-Forwarded-For': '198.51.100.66' }
  const signIn = (email: string) =>
    service.raw('/cabinet/api/session', {
      method: 'POST',
      headers: { ...from, 'Content-Type': 'application/json', 'X-Ringkey-Cabinet': '1' },
      body: JSON.stringify({ email, password: secrets.password }),
    })
  for (const email of ['victim@example.com', 'nobody@example.com'])
    expect((await signIn(email)).status).toBe(401)
  const Authorization = `Bearer ${secrets.key}.${service.serviceId}`
  const query = `key=${secrets.key}&service_id=${service.serviceId}`
  const requests = [
    ['/v1.0/initCall', { Authorization }],
    [`/v1.0/getBalance?${query}`, {}],
    ['/v2/verifications', { Authorization }],
    ['/', { Authorization }],
  ] as const
  for (const [path, headers] of requests)
    expect([path, (await service.raw(path, { headers: { ...from, ...headers } })).status]).toEqual([
      path,
      401,
    ])

  const lines = await linesFrom('198.51.100.66')
  const counted = (what: string) =>
    lines.filter((line) => line.what === what).reduce((sum, { times }) => sum + times, 0)
  expect([counted('sign-in-refused'), counted('key-refused')]).toEqual([2, requests.length])
  const everything = JSON.stringify(lines) + (await run('audit-log', 'export')).out + service.logged.join('')
  for (const secret of Object.values(secrets)) expect(everything).not.toContain(secret)
})

it('guesses: a flood of them neither fills the log nor hides in it', async () => {
  const flood = isLong ? 20_000 : 300
  const atOnce = 50
  let next = 0
  const guess = async () => {
    while (next < flood) {
      const Authorization = `Bearer ${secrets.key}.${++next + 1_000}`
      await service.raw('/v1.0/getBalance', {
        headers: { Authorization, 'X-Forwarded-For': '198.51.100.67' },
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, guess))
  const lines = await linesFrom('198.51.100.67')
  expect(lines.length).toBeLessThanOrEqual(11)
  expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(flood)
})

it('terminal: names, user agents and words of integrators are shown to the operator, never executed', async () => {
  const evil = '\x1b]0;owned\x07\x1b[2J\u009b31m\u202e'
  const person = await signedUp(service, 'evil@example.com')
  const made = await person.write('/services', { name: `Shop ${evil}`, useDirection: evil })
  expect(made.status).toBe(200)
  const client = await openClient(service)
  const phone = '79161234500'
  expect((await client.post('initCall', { phone, client: evil })).status).toBe(200)
  await signInWithUserAgent('Browser \x9b31m')
  await service.clock.advance(writtenMs)

  const shown = await Promise.all([
    run('service', 'list'),
    run('service', 'show', String(made.body.service.id)),
    run('service', 'list', '--json'),
    run('privacy', 'export', phone),
    run('audit-log', 'list'),
    run('audit-log', 'export', '--format', 'csv'),
  ])
  for (const { out, err } of shown) expect(out + err).not.toMatch(/[^\P{Cc}\n\t\r]|[\u202a-\u202e]/u)
  for (const { out } of shown.slice(0, 4)) expect(out).toContain('\\u001b]0;owned\\u0007')
  expect(shown.at(-1)!.out).toContain('Browser \\u009b31m')
})

it('archives: a bomb is refused before it is unpacked, and one that lies about its size when it exceeds it', async () => {
  const zeros = Buffer.alloc(16 * 2 ** 20)
  const honest = zipOf({ 'a.csv': zeros })
  const importOf = async (archive: Buffer) => run('registry', 'import', await temporaryFile('a.zip', archive))

  const bomb = await importOf(repeated(honest, 300))
  expect([bomb.code, bomb.err]).toEqual([1, expect.stringMatching(/unpacks to more than 4294967296 bytes/)])

  const liar = Buffer.from(honest)
  liar.writeUInt32LE(10, directoryAt(honest) + 24)
  const lie = await importOf(liar)
  expect([lie.code, lie.err]).toEqual([1, expect.stringContaining('too many bytes in the stream')])
})

const endBytes = 22
const directoryAt = (archive: Buffer) => archive.readUInt32LE(archive.length - 6)

/** The same bytes as many files: 16 KB that are to be unpacked again and again. */
function repeated(archive: Buffer, times: number): Buffer {
  const at = directoryAt(archive)
  const entry = archive.subarray(at, archive.length - endBytes)
  const end = Buffer.from(archive.subarray(archive.length - endBytes))
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(entry.length * times, 12)
  return Buffer.concat([archive.subarray(0, at), ...Array.from({ length: times }, () => entry), end])
}

/** Raw, because fetch refuses such headers. */
async function signInWithUserAgent(userAgent: string): Promise<void> {
  const body = JSON.stringify({ email: 'evil@example.com', password: 'wrong' })
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  const head = [
    'POST /cabinet/api/session HTTP/1.1',
    'Host: x',
    'X-Ringkey-Cabinet: 1',
    `User-Agent: ${userAgent}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
  let heard = ''
  for await (const chunk of socket) heard += String(chunk)
  expect(heard).toMatch(/^HTTP\/1\.1 401/)
}
