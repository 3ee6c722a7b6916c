// The clients of Python, PHP and Go against the real service, with the languages of Debian.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
import { begin, goCache } from '../snippets/program.ts'

const clients = join(import.meta.dirname, '../../../clients')
const folder = mkdtempSync(join(tmpdir(), 'ringkey-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const exercise = (name: string) => join(import.meta.dirname, name)
/** The first program of a README. */
const shown = (language: string) =>
  readText(`clients/${language}/README.md`)
    .match(/```\w+\n(.*?)```/s)![1]!
    .trimEnd()

// As Composer would make it.
mkdirSync(join(folder, 'vendor'))
writeFileSync(
  join(folder, 'vendor/autoload.php'),
  `<?php
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function ($name) {
    $file = '${clients}/php/src/' . strtr(substr($name, strlen('Ringkey\\\\')), '\\\\', '/') . '.php';
    if (str_starts_with($name, 'Ringkey\\\\')) require $file;
});
`,
)

/** A program of Go, which is an example of the README when it has no package. */
async function build(name: string, source: string): Promise<string> {
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  const module = 'github.com/ringkey/ringkey/clients/go'
  const imports = ['context', 'fmt', 'log', 'os'].map((each) => `"${each}"`)
  const main = `func main() {
	status, err := signIn(context.Background(), os.Args[1])
	if err != nil { log.Fatal(err) }
	fmt.Println(status)
}`
  const head = `package main\nimport (\n${imports.join('\n')}\nringkey "${module}"\n)\n`
  writeFileSync(join(place, 'main.go'), source.startsWith('package') ? source : `${head}${source}\n${main}\n`)
  writeFileSync(
    join(place, 'go.mod'),
    `module program\ngo 1.19\nrequire ${module} v0.0.0\nreplace ${module} => ${clients}/go\n`,
  )
  const words = ['-c', `cd ${place} && go build -o program .`]
  expect(await begin('sh', words, { GOCACHE: goCache, GOFLAGS: '-mod=mod', GOPROXY: 'off' }).ended).toBe('')
  return join(place, 'program')
}

async function written(name: string, source: string): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, source)
  return file
}

const languages = [
  {
    language: 'python',
    readme: async () => ['python3', await written('readme.py', shown('python'))],
    exercise: async () => ['python3', exercise('exercise.py')],
    environment: { PYTHONPATH: join(clients, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  {
    language: 'php',
    readme: async () => ['php', await written('readme.php', shown('php'))],
    exercise: async () => {
      copyFileSync(exercise('exercise.php'), join(folder, 'exercise.php'))
      return ['php', join(folder, 'exercise.php')]
    },
    environment: {},
  },
  {
    language: 'go',
    readme: async () => [await build('readme', shown('go'))],
    exercise: async () => [await build('exercise', readText('test/peers/clients/exercise.go'))],
    environment: {},
  },
]

const said = `busy not_reached
inbound approved
listed 2 2
wrong code 2
checked approved
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
`

describe.each(languages)('the client of $language', ({ language, readme, exercise, environment }) => {
  it('signs a person in by the first program of its README, in under 20 lines', async () => {
    expect(shown(language).split('\n').length).toBeLessThan(20)
    const [program, ...words] = await readme()
    await expectSignsIn((phone, access) => begin(program!, [...words, phone], { ...environment, ...access }))
    // One line in place of a stack trace.
    const nowhere = { ...environment, RINGKEY_URL: 'http://127.0.0.1:9', RINGKEY_KEY: 'key.1' }
    expect(await begin(program!, [...words, '79161234567'], nowhere).ended).toMatch(/^.*no_answer: .*\n$/)
  })

  it('creates, waits, checks, lists, names errors, repeats what is safe and verifies webhooks', async () => {
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
      const [program, ...words] = await exercise()
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
      expect(await run.ended).toBe(said)
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
  const readme = await written('typed.py', shown('python'))
  const words = ['--config-file', join(clients, 'python/pyproject.toml'), '--cache-dir', join(folder, 'mypy')]
  const checked = begin('mypy', [...words, '-p', 'ringkey'], { MYPYPATH: join(clients, 'python/src') })
  expect(await checked.ended).toMatch(/^Success: no issues found in \d+ source files\n$/)
  const used = begin('mypy', [...words, readme], { MYPYPATH: join(clients, 'python/src') })
  expect(await used.ended).toBe('Success: no issues found in 1 source file\n')
})

it('the client of go: go vet and gofmt find nothing', async () => {
  const words = ['-c', `cd ${clients}/go && gofmt -l . && go vet ./...`]
  expect(await begin('sh', words, { GOCACHE: goCache, GOPROXY: 'off' }).ended).toBe('')
})
