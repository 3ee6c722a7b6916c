// The programs that the cabinet hands out, run as they stand against the real service.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Task, taskPrograms } from '../../../cabinet/src/snippets/task-programs.ts'
import { methodExamples } from '../../../server/src/http/documents/v1-examples.ts'
import { type Access, requestPrograms } from '../../../server/src/http/snippets/request.ts'
import { type ServiceProcess, startProcess } from '../../../server/test/process.ts'
import { eventually, freePort } from '../../../server/test/service.ts'
import { expectGuarded, listening, sendSignedWithNothing } from './hook-attempts.ts'
import { begin, goEnvironment, patienceMs } from './program.ts'

const command = fileURLToPath(new URL('../../../server/src/cli/ringkey.ts', import.meta.url))
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
  expect(await begin('go', words, goEnvironment).ended).toBe('')
  compiled = source
}
const run = (program: string) => (path: string) => [program, path]

/** The program that asks for the call is the web server too. */
const languages = [
  {
    name: 'TypeScript',
    file: 'snippet.mts',
    make: write,
    words: run(process.execPath),
    serve: undefined,
  },
  { name: 'Python', file: 'snippet.py', make: write, words: run('python3'), serve: undefined },
  {
    name: 'PHP',
    file: 'hook.php',
    make: write,
    words: run('php'),
    serve: (path: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, path],
  },
  { name: 'Go', file: 'snippet', make: compile, words: (path: string) => [path], serve: undefined },
]

type Programs = ReturnType<typeof taskPrograms>
const programIn = (language: string, programs: Programs) =>
  programs.find((each) => each.language === language)!.program
const taskIn = (language: string, task: Task, by = access) => programIn(language, taskPrograms(by, task))
const methodIn = (language: string, name: string, body: object) =>
  programIn(
    language,
    requestPrograms(access, {
      verb: 'POST',
      path: `/v1.0/${name}`,
      body: JSON.stringify(body),
      isIdempotent: false,
    }),
  )

/** The examples of the documents; repeats are off here. */
const methods = Object.entries(methodExamples).filter(([name]) => name !== 'initRepeat')
/** Programs for two methods differ in one line: two of them, one without `status`, stand for all in the short form. */
const shownMethods =
  process.env.RINGKEY_TEST_LONG === '1'
    ? methods
    : methods.filter(([name]) => name === 'initCall' || name === 'getAccount')

describe.each(languages)('the $name snippets', ({ name: language, file, make, words, serve }) => {
  const path = join(folder, file)
  const start = ([program, ...given]: readonly string[], environment = {}) =>
    begin(program!, given, environment)

  it('start a call and ask how it ended', async () => {
    await make(path, taskIn(language, 'call'))
    const said = await start(words(path)).ended
    expect(said).toMatch(/^\d{6} \d{4}\n$/)
    await make(path, taskIn(language, 'info').replace('100042', said.split(' ')[0]!))
    expect(await start(words(path)).ended).toContain('call_status')
    // Somebody else's id: the error is told by its code.
    await make(path, taskIn(language, 'info').replace('100042', '1'))
    expect(await start(words(path)).ended).toMatch(/10: |"code":10/)
  })

  it.each(shownMethods)('call %s as the documents show it', async (name, { request, answer }) => {
    await make(path, methodIn(language, name, { ...request, ...given(name) }))
    const said = await start(words(path)).ended
    for (const field of Object.keys(answer.value)) expect(said).toContain(field)
  })

  it('check a number and read the account, whose answers have no status, and report their errors', async () => {
    const said = async (program: string) => {
      await make(path, program)
      return start(words(path)).ended
    }
    const check = taskIn(language, 'check')
    expect(await said(check)).toContain('79000000001')
    expect(await said(check.replace('8 (900) 000-00-01', 'hello'))).toContain('not valid')
    expect(await said(check.replace('8 (900) 000-00-01', ''))).toMatch(/2: |"code":2/)
    expect(await said(taskIn(language, 'account'))).toMatch(/\S+@\S+/)
    const stranger = { ...access, secretKey: 'x'.repeat(32) }
    expect(await said(taskIn(language, 'account', stranger))).toMatch(/401: |"code":401/)
  })

  it('wait for a call, accept its webhook and refuse unsigned ones', async () => {
    const port = await freePort()
    const callback = `http://127.0.0.1:${port}/hook`
    const environment = { PORT: String(port), CALLBACK_URL: callback, WEBHOOK_SECRET: secret }
    await make(path, taskIn(language, 'inbound'))
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
    await make(path, taskIn(language, 'inbound'))
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
const given = (name: string): object =>
  name === 'getInfo'
    ? { uid: known }
    : name === 'inboundCallWaiting'
      ? { callback_url: 'http://127.0.0.1:9/' }
      : {}

it('the curl lines start a call, ask how it ended and wait for one', async () => {
  const said = async (line: string) => JSON.parse(await begin('sh', ['-c', `${line} -s`]).ended)
  const started = await said(taskIn('curl', 'call'))
  expect(started).toMatchObject({ status: true, phone: '7900***0001' })
  expect(started).toMatchObject({
    unique_request_id: expect.stringMatching(/^try-\d+$/),
    exists: false,
  })
  expect(await said(taskIn('curl', 'check'))).toMatchObject({ phone: 79000000001 })
  expect(await said(taskIn('curl', 'account'))).toMatchObject({ email: expect.stringContaining('@') })
  const info = await said(taskIn('curl', 'info').replace('100042', started.vendor_id))
  expect(info).toMatchObject({ status: true, vendor_id: started.vendor_id })
  for (const [name, { request, answer }] of methods) {
    const line = methodIn('curl', name, { ...request, ...given(name) })
    expect(Object.keys(await said(line))).toEqual(expect.arrayContaining(Object.keys(answer.value)))
  }
  const waiting = await said(taskIn('curl', 'inbound').replace('https://YOUR_SERVER', 'http://127.0.0.1:9'))
  expect(waiting.confirmation_number).toMatch(/^\d{11}$/)
})
