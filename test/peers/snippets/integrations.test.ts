// The examples of docs/integrate and the logins of /docs, run as they stand against the service.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reference } from '../../../server/src/http/documents/reference.ts'
import { freshPhone, openClient } from '../../../server/test/contract/scene.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { startReceiver } from '../../../server/test/receiver.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../server/test/service.ts'
import { isInstalled } from '../../setup/packages.ts'
import { readText } from '../../tidy/source-tree.ts'
import { toolFolders } from '../tools/install.ts'
import { begin, goEnvironment, patienceMs } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-integrations-'))
const root = fileURLToPath(new URL('../../../', import.meta.url))
let service: TestService
beforeAll(async () => {
  // A signature has the time of the program that makes it.
  service = await startTestService(
    { RINGKEY_CALLBACK_ALLOW: '127.0.0.1' },
    { clock: new ManualClock(Date.now()) },
  )
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const programIn = (document: string, language: string) =>
  document.match(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's'))![1]!
const newestCode = () => service.telephony.placed.at(-1)!.code
/** Lets the time of the service pass until the program has said this. */
const until = (run: ReturnType<typeof begin>, said: RegExp) =>
  eventually(
    async () => {
      await service.clock.advance(200)
      return run.heard.text
    },
    (text) => said.test(text),
    patienceMs,
  )

/** A program beside the identity libraries; the last file is the one that runs. */
const start = (
  name: string,
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
) => {
  expect(isInstalled(toolFolders.identity)).toBe(true)
  const place = mkdtempSync(join(folder, name))
  symlinkSync(join(toolFolders.identity, 'node_modules'), join(place, 'node_modules'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text)
  return begin(process.execPath, [join(place, Object.keys(files).at(-1)!)], environment)
}

describe('docs/integrate/supabase.md', () => {
  it('has an example whose signed request makes the phone ring with its code', async () => {
    const client = await openClient(service)
    const made = await ringkey(service.folder, ['hook', 'add', 'supabase', String(client.id), '--json'], {
      clock: service.clock,
    })
    const place = mkdtempSync(join(folder, 'supabase'))
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
    const path = join(place, 'hook.mts')
    writeFileSync(path, programIn(readText('docs/integrate/supabase.md'), 'ts'))
    const environment = {
      RINGKEY_URL: service.baseUrl,
      SERVICE_ID: String(client.id),
      HOOK_SECRET: made.json.credential,
      PHONE: freshPhone(),
    }
    expect(await begin(process.execPath, [path], environment).ended).toBe('200 {}\n')
    expect(service.telephony.placed.at(-1)!.request).toMatchObject({ mode: 'voice', code: '018204' })
    const wrong = { ...environment, HOOK_SECRET: `v1,whsec_${Buffer.alloc(32).toString('base64')}` }
    expect(await begin(process.execPath, [path], wrong).ended).toContain('hook_signature')
  })
})

describe('docs/integrate/better-auth.md', () => {
  it('has an example that signs a person up by a call, and takes no wrong code', async () => {
    const client = await openClient(service)
    const example = programIn(readText('docs/integrate/better-auth.md'), 'ts')
    const auth = example.replace("'auth.db'", "':memory:'")
    const run = start(
      'better-auth',
      { 'auth.mts': auth, 'app.mts': app },
      {
        RINGKEY_URL: service.baseUrl,
        RINGKEY_KEY: client.key,
        RINGKEY_SERVICE_ID: String(client.id),
        PHONE: `+${freshPhone()}`,
        ...betterAuth,
      },
    )
    await until(run, /code sent/)
    const code = newestCode()
    run.type(code === '4321' ? '4322' : '4321')
    await until(run, /INVALID_OTP/)
    run.type(code)
    await until(run, /phoneNumberVerified: true/)
    run.type('again')
    await until(run, /number_rests/)
    run.stop()
    await run.ended
    const listed = await fetch(`${service.baseUrl}/v2/verifications`, {
      headers: { authorization: client.bearer },
    })
    expect(await listed.json()).toMatchObject({ verifications: [{ status: 'approved', attempts_left: 2 }] })
  })
})

describe('identity servers that make the code themselves', () => {
  const hookOf = async (kind: string) => {
    const { id } = await openClient(service)
    const typed = ['hook', 'add', kind, String(id), '--json']
    const { credential } = (await ringkey(service.folder, typed, { clock: service.clock })).json
    return { HOOK_URL: `${service.baseUrl}/v2/hooks/${kind}/${id}`, HOOK_CREDENTIAL: credential as string }
  }
  it('Logto: its HTTP SMS connector sends what its page says, makes the phone ring and passes a refusal on', async () => {
    const sent = await startReceiver()
    try {
      const hook = await hookOf('logto')
      const phone = freshPhone()
      const said = await start(
        'logto',
        { 'server.mts': logto },
        { ...hook, PHONE: phone, OBSERVER: sent.url },
      ).ended
      expect(said).toBe('200 {}\nnumber_rests\n')
      expect(service.telephony.placed.at(-1)!.request).toMatchObject({ mode: 'voice', code: '493817' })
      const { headers, text } = sent.received[0]!
      const observed = [
        `authorization: ${headers.authorization}`,
        `content-type: ${headers['content-type']}`,
        text,
      ]
      const shown = programIn(readText('docs/integrate/logto.md').split('## Tried')[1]!, 'http')
      for (const line of observed)
        expect(shown).toContain(
          line.replace(hook.HOOK_CREDENTIAL, 'CREDENTIAL').replace(phone, '79161234567'),
        )
    } finally {
      await sent.close()
    }
  })

  it('Better Auth: a code of its own is delivered by the hook generic, and Better Auth checks it', async () => {
    const hook = await hookOf('generic')
    const sendOtp = programIn(
      readText('docs/integrate/better-auth.md').split('## Codes of its own')[1]!,
      'ts',
    )
    const auth = `
import { betterAuth } from 'better-auth'
import { phoneNumber } from 'better-auth/plugins'
import { DatabaseSync } from 'node:sqlite'
const { HOOK_URL, HOOK_CREDENTIAL } = process.env
export const auth = betterAuth({
  database: new DatabaseSync(':memory:'),
  plugins: [phoneNumber({ ${sendOtp}, signUpOnVerification: { getTempEmail: (phone) => phone + '@phone.invalid' } })],
})`
    const run = start(
      'generic',
      { 'auth.mts': auth, 'app.mts': app },
      { ...hook, ...betterAuth, PHONE: `+${freshPhone()}` },
    )
    await until(run, /code sent/)
    const code = newestCode()
    expect(code).toMatch(/^\d{6}$/)
    run.type(code === '432100' ? '432101' : '432100')
    await until(run, /INVALID_OTP/)
    run.type(code)
    await until(run, /phoneNumberVerified: true/)
    run.stop()
    await run.ended
  })
})

const betterAuth = {
  BETTER_AUTH_SECRET: 'a secret of thirty-two characters',
  BETTER_AUTH_URL: 'http://127.0.0.1',
  BETTER_AUTH_TELEMETRY: '0',
}

/** As Logto calls its connector: to an observer, to the hook, and to the hook again at once. */
const logto = `
import create from '@logto/connector-http-sms'
const { HOOK_URL, HOOK_CREDENTIAL: authorization, OBSERVER, PHONE: to } = process.env
const send = async (endpoint, code) => {
  const { sendMessage } = await create({ getConfig: async () => ({ endpoint, authorization }) })
  return sendMessage({ to, type: 'SignIn', payload: { code, locale: 'ru' }, ip: '203.0.113.9' })
}
await send(OBSERVER, '493817')
const { statusCode, body } = await send(HOOK_URL, '493817')
console.log(statusCode, body)
await send(HOOK_URL, '493818').catch((error) => console.log(JSON.parse(error.data.message).code))
`

/** An app that uses the example: sends a code, and checks each line that is typed. */
const app = `
import { getMigrations } from 'better-auth/db/migration'
import { createInterface } from 'node:readline'
import { auth } from './auth.mts'

await (await getMigrations(auth.options)).runMigrations()
const phoneNumber = process.env.PHONE
const send = () => auth.api.sendPhoneNumberOTP({ body: { phoneNumber } })
console.log(await send())
for await (const code of createInterface({ input: process.stdin })) {
  const asked = code === 'again' ? send() : auth.api.verifyPhoneNumber({ body: { phoneNumber, code } })
  console.log(await asked.then(({ user }) => user, (error) => error.body))
}
`

function compiled(path: string): Promise<string> {
  const words = ['build', '-o', `${path}.out`, path]
  return begin('go', words, { ...goEnvironment, GOFLAGS: '-p=2' }).ended
}

describe('methods of /v2, from /docs/en.json', () => {
  const languages = [
    { name: 'curl', file: 'sh', words: (path: string) => ['sh', path] },
    { name: 'TypeScript', file: 'mts', words: (path: string) => [process.execPath, path] },
    { name: 'Python', file: 'py', words: (path: string) => ['python3', path] },
    { name: 'PHP', file: 'php', words: (path: string) => ['php', path] },
    { name: 'Go', file: 'go', words: (path: string) => [`${path}.out`] },
  ]

  it.each(languages)('$name: creates a verification and lists it', async ({ name, file, words }) => {
    const { id, key } = await openClient(service)
    const { groups, access }: Reference = (await service.raw('/docs/en.json')).body
    for (const method of ['createVerification', 'listVerifications']) {
      const section = groups.flatMap(({ sections }) => sections).find(({ id }) => id === method)!
      const { programs } = section.blocks.find((block) => block.kind === 'programs')!
      const { program } = programs.find(({ language }) => language === name)!
      const path = join(folder, `${method}.${file}`)
      const filled = program
        .replaceAll(access.url, service.baseUrl)
        .replaceAll(access.secretKey, key)
        .replaceAll(access.serviceId, String(id))
      writeFileSync(path, filled)
      if (name === 'Go') expect(await compiled(path)).toBe('')
      const [command, ...rest] = words(path)
      expect(await begin(command!, rest).ended).toMatch(/vf_[0-9a-f]{32}/)
    }
  })
})

describe('login by call, from /docs.md', () => {
  const languages = [
    {
      name: 'typescript',
      file: 'login.mts',
      words: (path: string) => [process.execPath, path],
      maxLines: 20,
    },
    { name: 'python', file: 'login.py', words: (path: string) => ['python3', path], maxLines: 20 },
    { name: 'php', file: 'login.php', words: (path: string) => ['php', path], maxLines: 20 },
    // Half of them are the imports, the type and the braces that gofmt wants.
    { name: 'go', file: 'login.go', words: (path: string) => [`${path}.out`], maxLines: 50 },
  ]

  it('curl: creates, waits and checks', async () => {
    const { id, key } = await openClient(service)
    const { body: document } = await service.raw('/docs.md')
    const lines = programIn(document, 'curl')
      .replaceAll('https://RINGKEY_ADDRESS', service.baseUrl)
      .replaceAll('SECRET_KEY.SERVICE_ID', `${key}.${id}`)
      .replaceAll('\\\n', '')
      .split('\n')
    const say = (line: string) => begin('sh', ['-c', `${line} -s`])
    const made = JSON.parse(await say(lines[0]!).ended)
    const [, waits, checks] = lines.map((line) => line.replace('vf_…', made.id))
    const waited = JSON.parse(await until(say(waits!), /\}$/))
    expect(waited).toMatchObject({ id: made.id, steps: [{ status: 'delivered' }, {}] })
    expect(JSON.parse(await say(checks!).ended)).toMatchObject({ valid: true, status: 'approved' })
  })

  it.each(languages)('$name: approves the code that the phone showed, and no other', async (language) => {
    const { id, key } = await openClient(service)
    const { body: document } = await service.raw('/docs.md')
    const program = programIn(document, language.name)
    expect(program.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(
      language.maxLines,
    )
    const path = join(folder, language.file)
    writeFileSync(
      path,
      program
        .replaceAll('https://RINGKEY_ADDRESS', service.baseUrl)
        .replaceAll('SECRET_KEY.SERVICE_ID', `${key}.${id}`),
    )
    if (language.name === 'go') expect(await compiled(path)).toBe('')
    const [command, ...words] = language.words(path)
    const run = begin(command!, [...words, `+${freshPhone()}`])
    await until(run, /Code: /)
    const code = newestCode()
    run.type(code === '4321' ? '4322' : '4321')
    await until(run, /Code: .*Code: /s)
    run.type(code)
    expect(await run.ended).toMatch(/approved\n$/)
    expect(await begin(command!, [...words, 'hello']).ended).toContain('invalid_request')
  })
})
