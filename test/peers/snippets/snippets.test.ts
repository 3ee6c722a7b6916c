// The programs that the cabinet hands out, run as they stand against the real service.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { methodExamples } from '../../../server/src/http/documents/v1-examples.ts'
import type { Access, Given } from '../../../server/src/http/snippets/access.ts'
import { curlOf } from '../../../server/src/http/snippets/curl.ts'
import { goOf } from '../../../server/src/http/snippets/go.ts'
import { phpOf } from '../../../server/src/http/snippets/php.ts'
import { pythonOf } from '../../../server/src/http/snippets/python.ts'
import { typescriptOf } from '../../../server/src/http/snippets/typescript.ts'
import { type ServiceProcess, startProcess } from '../../../server/test/process.ts'
import { eventually, freePort } from '../../../server/test/service.ts'
import { expectGuarded, listening, sendSignedWithNothing } from './hook-attempts.ts'
import { begin, goCache, patienceMs } from './program.ts'

const command = fileURLToPath(new URL('../../../server/src/cli/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringkey-snippets-'))

let service: ServiceProcess
let access: Access
let secret: string
let known: number
beforeAll(async () => {
  service = await startProcess({ RINGKEY_DATA: folder })
  const first = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  access = { url: service.baseUrl, serviceId: first.service_id, secretKey: first.secret_key }
  const authorization = `Bearer ${first.secret_key}.${first.service_id}`
  const query = new URLSearchParams({ phone: '79000000001', unique: 'known' })
  const call = await fetch(`${access.url}/v1.0/initCall?${query}`, { headers: { authorization } })
  known = ((await call.json()) as { vendor_id: number }).vendor_id
  const words = [command, 'webhook', 'secret', String(first.service_id)]
  secret = (await begin(process.execPath, words, { RINGKEY_DATA: folder }).ended).trim()
})
afterAll(async () => {
  await service?.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** A source is run by a program, or compiled to one. */
const write = async (path: string, source: string) => void writeFileSync(path, source)
let compiled = ''
const compile = async (path: string, source: string) => {
  if (source === compiled) return
  await write(`${path}.go`, source)
  const words = ['build', '-o', path, `${path}.go`]
  expect(await begin('go', words, { GOCACHE: goCache }).ended).toBe('')
  compiled = source
}
const run = (program: string) => (path: string) => [program, path]

/** The program that asks for the call is the web server too. */
const languages = [
  {
    name: 'TypeScript',
    of: typescriptOf,
    file: 'snippet.mts',
    make: write,
    words: run(process.execPath),
    serve: undefined,
  },
  { name: 'Python', of: pythonOf, file: 'snippet.py', make: write, words: run('python3'), serve: undefined },
  {
    name: 'PHP',
    of: phpOf,
    file: 'hook.php',
    make: write,
    words: run('php'),
    serve: (path: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, path],
  },
  { name: 'Go', of: goOf, file: 'snippet', make: compile, words: (path: string) => [path], serve: undefined },
]

/** The examples of the documents; repeats are off here. */
const methods = Object.entries(methodExamples).filter(([name]) => name !== 'initRepeat')
/** Programs for two methods differ in one line: two of them, one without `status`, stand for all in the short form. */
const shownMethods =
  process.env.RINGKEY_TEST_LONG === '1'
    ? methods
    : methods.filter(([name]) => name === 'initCall' || name === 'getAccount')

describe.each(languages)('the $name snippets', ({ of, file, make, words, serve }) => {
  const path = join(folder, file)
  const start = ([program, ...given]: readonly string[], environment = {}) =>
    begin(program!, given, environment)

  it('start a call and ask how it ended', async () => {
    await make(path, of.call(access))
    const said = await start(words(path)).ended
    expect(said).toMatch(/^\d{6} \d{4}\n$/)
    await make(path, of.info(access))
    expect(await start([...words(path), said.split(' ')[0]!]).ended).toMatch(/^(-1|1)\n$/)
    // Somebody else's id: the error is told by its code.
    expect(await start([...words(path), '1']).ended).toContain('10: ')
  })

  it.each(shownMethods)('call %s as the documents show it', async (name, { request, answer }) => {
    await make(path, of.method(access, name, { ...request, ...given(name) }))
    const said = await start(words(path)).ended
    for (const field of Object.keys(answer.value)) expect(said).toContain(field)
  })

  it('check a number and read the account, whose answers have no status, and report their errors', async () => {
    await make(path, of.check(access))
    const said = (...given: string[]) => start([...words(path), ...given]).ended
    expect(await said('8 (916) 123-45-67')).toMatch(/^79161234567 /)
    expect(await said('hello')).toContain('not valid')
    expect(await said('')).toContain('2: ')
    await make(path, of.account(access))
    expect(await said()).toMatch(/^\S+@\S+\n$/)
    await make(path, of.account({ ...access, secretKey: 'x'.repeat(32) }))
    expect(await said()).toContain('401: ')
  })

  it('wait for a call, accept its webhook and refuse unsigned ones', async () => {
    const port = await freePort()
    const callback = `http://127.0.0.1:${port}/hook`
    const environment = { PORT: String(port), CALLBACK_URL: callback, WEBHOOK_SECRET: secret }
    await make(path, of.inbound(access))
    const receiver = start((serve ?? words)(path, port), environment)
    try {
      await listening(callback, patienceMs)
      const asked = serve === undefined ? '' : await start(words(path), environment).ended
      const said = await eventually(
        async () => asked + receiver.heard.text,
        (text) => /confirmed \d{6}/.test(text),
        patienceMs,
      )
      expect(said).toMatch(/ask the user to call \d{11}/)
      await expectGuarded(callback, secret)
      expect(receiver.heard.text).not.toContain('424243')
    } finally {
      receiver.stop()
      await receiver.ended
    }
  })

  it('refuse every webhook without a secret', async () => {
    const port = await freePort()
    await make(path, of.inbound(access))
    const receiver = start((serve ?? words)(path, port), { PORT: String(port), WEBHOOK_SECRET: '' })
    try {
      if (serve === undefined) {
        expect(await receiver.ended).toContain('WEBHOOK_SECRET is not set')
      } else {
        const callback = `http://127.0.0.1:${port}/hook`
        await listening(callback, patienceMs)
        expect(await sendSignedWithNothing(callback)).toBe(500)
      }
    } finally {
      receiver.stop()
      await receiver.ended
    }
  })
})

/** What an example cannot know: an id that exists, and a receiver that may be called. */
const given = (name: string): Given =>
  name === 'getInfo'
    ? { uid: known }
    : name === 'inboundCallWaiting'
      ? { callback_url: 'http://127.0.0.1:9/' }
      : {}

it('the curl lines start a call, ask how it ended and wait for one', async () => {
  const said = async (line: string) => JSON.parse(await begin('sh', ['-c', `${line} -s`]).ended)
  const started = await said(curlOf.call(access))
  expect(started).toMatchObject({ status: true, phone: '7900***0001' })
  expect(started).toMatchObject({
    unique_request_id: expect.stringMatching(/^try-\d+$/),
    exists: false,
  })
  expect(await said(curlOf.check(access))).toMatchObject({ phone: 79000000001 })
  expect(await said(curlOf.account(access))).toMatchObject({ email: expect.stringContaining('@') })
  const info = await said(curlOf.info(access).replace('VENDOR_ID', started.vendor_id))
  expect(info).toMatchObject({ status: true, vendor_id: started.vendor_id })
  for (const [name, { request, answer }] of methods) {
    const line = curlOf.method(access, name, { ...request, ...given(name) })
    expect(Object.keys(await said(line))).toEqual(expect.arrayContaining(Object.keys(answer.value)))
  }
  const waiting = await said(curlOf.inbound(access).replace('https://YOUR_SERVER', 'http://127.0.0.1:9'))
  expect(waiting.confirmation_number).toMatch(/^\d{11}$/)
})
