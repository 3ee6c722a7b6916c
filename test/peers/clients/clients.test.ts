// The clients of Python, PHP and Go against the real service, with the languages of Debian.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { version } from '../../../server/src/platform/version.ts'
import { signedHeaders } from '../../../server/src/webhooks/signature.ts'
import { openClient } from '../../../server/test/contract/scene.ts'
import { startReceiver } from '../../../server/test/receiver.ts'
import { eventually, startTestService } from '../../../server/test/service.ts'
import { expectSignsIn } from '../../clients/sign-in.ts'
import { readText } from '../../tidy/source-tree.ts'
import { begin, goEnvironment } from '../snippets/program.ts'
import { clientLanguages } from './programs.ts'

const clients = join(import.meta.dirname, '../../../clients')
const folder = mkdtempSync(join(tmpdir(), 'ringkey-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const languages = clientLanguages(folder)
/** The first program of a README. */
const shown = (language: string) =>
  readText(`clients/${language}/README.md`)
    .match(/```\w+\n(.*?)```/s)![1]!
    .trimEnd()

const said = `busy not_reached
inbound approved
listed 2 2
wrong code 2
checked approved
own key True
qr True
key 2
ended verification_ended
refused insufficient_funds 402 True
wrong True
v1 True
v1 refused 1002
repeated vf_1
not repeated overloaded
posted once overloaded
told with HTTP 200 1002
moved no_answer 301
cut off no_answer
webhook endpoint.test
webhook bad_signature
the secret is missing: expected whsec_…, as the cabinet shows it
tries GET /v2/verifications/vf_1 0 no_answer True GET /v2/verifications/vf_1 0 no_answer False
`
/** What only Go has types for. */
const saidInGo = `event true approved 7 ringkey: an event "verification.approved" has no ringkey.LowBalance
event 9.50
`

describe.each(languages)('the client of $language', ({ language, ending: suffix, command, environment }) => {
  it('signs a person in by the first program of its README, in under 20 lines', async () => {
    // Besides what every program of Go begins with.
    const own = shown(language).replace(/^package.*?\n}\n\n/s, '')
    expect(own.split('\n').length).toBeLessThan(20)
    const [program, ...words] = await command('readme', shown(language))
    await expectSignsIn((phone, access) => begin(program!, [...words, phone], { ...environment, ...access }))
    // One line in place of a stack trace.
    const nowhere = { ...environment, RINGKEY_URL: 'http://127.0.0.1:9', RINGKEY_KEY: 'key.1' }
    expect(await begin(program!, [...words, '79161234567'], nowhere).ended).toMatch(/^.*no_answer: .*\n$/)
  })

  it('[V2-252] creates, waits, checks, lists, names errors, repeats what is safe and verifies webhooks', async () => {
    const service = await startTestService()
    const refuse = { status: 503, body: { code: 'overloaded', detail: 'later' } }
    const poor = { status: 200, body: { status: false, error: 'No money.', code: 1002 } }
    const moved = { status: 301, body: {} }
    const answers = [refuse, { status: 201, body: { id: 'vf_1' } }, refuse, refuse, poor, moved]
    const scripted = await startReceiver((response) => {
      const { status, body } = answers.shift() ?? {}
      const headers = { 'Retry-After': '0', Location: '/elsewhere' }
      if (status !== undefined) return void response.writeHead(status, headers).end(JSON.stringify(body))
      response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy())
    })
    try {
      const { key, id } = await openClient(service, {}, { demo: true })
      const body = JSON.stringify({ type: 'endpoint.test', timestamp: '2026-01-15T12:00:00Z', data: {} })
      const secret = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`
      const seconds = Math.floor(Date.now() / 1000)
      const headers = signedHeaders([secret], 'msg_1', seconds, body)
      const [program, ...words] = await command('exercise', readText(`test/peers/clients/exercise.${suffix}`))
      const run = begin(program!, words, {
        ...environment,
        RINGKEY_URL: service.baseUrl,
        RINGKEY_KEY: `${key}.${id}`,
        SCRIPTED_URL: scripted.url,
        WEBHOOK_BODY: body,
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: headers['webhook-id'],
        WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
        WEBHOOK_SIGNATURE: headers['webhook-signature'],
      })
      const ending = { isOver: false }
      void run.ended.finally(() => {
        ending.isOver = true
      })
      await eventually(
        async () => {
          await service.clock.advance(500)
          return ending.isOver
        },
        (isOver) => isOver,
        60_000,
      )
      expect(await run.ended).toBe(language === 'go' ? said + saidInGo : said)
      const keys = scripted.received.map(({ headers }) => headers['idempotency-key'])
      const agents = new Set(scripted.received.map(({ headers }) => headers['user-agent']))
      expect([...agents]).toEqual([`ringkey-${language}/${version}`])
      expect(keys).toEqual([expect.stringMatching(/.{16}/), keys[0], ...Array(5).fill(undefined)])
    } finally {
      await scripted.close()
      await service.stop()
    }
  })
})

it.each(['python', 'php', 'go'])(
  'the client of %s: has its licence, and its README tells how large it is',
  async (language) => {
    expect(readText(`clients/${language}/LICENSE`)).toBe(readText('LICENSE'))
    const [, stated] = /(\d+) kB\s+packed/.exec(readText(`clients/${language}/README.md`))!
    const count = begin('sh', ['-c', `cd ${clients} && git ls-files ${language} | tar -czT - | wc -c`])
    expect(Math.abs(Number(await count.ended) / 1000 - Number(stated))).toBeLessThan(2)
  },
)

it('the client of python: mypy finds nothing in it, nor in a program that uses it', async () => {
  const readme = join(folder, 'typed.py')
  writeFileSync(readme, shown('python'))
  const words = ['--config-file', join(clients, 'python/pyproject.toml'), '--cache-dir', join(folder, 'mypy')]
  const checked = begin('mypy', [...words, '-p', 'ringkey'], { MYPYPATH: join(clients, 'python/src') })
  expect(await checked.ended).toMatch(/^Success: no issues found in \d+ source files\n$/)
  const used = begin('mypy', [...words, readme], { MYPYPATH: join(clients, 'python/src') })
  expect(await used.ended).toBe('Success: no issues found in 1 source file\n')
})

it('the client of go: go vet and gofmt find nothing', async () => {
  const words = ['-c', `cd ${clients}/go && gofmt -l . && go vet ./...`]
  expect(await begin('sh', words, goEnvironment).ended).toBe('')
})
