// @ringkey/client as it is published, on Deno, Bun and workerd, and the receivers of docs/integrate/frameworks.md.
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../server/src/platform/random.ts'
import { newWebhookSecret } from '../../../server/src/webhooks/signature.ts'
import { openClient } from '../../../server/test/contract/scene.ts'
import { freePort, startTestService } from '../../../server/test/service.ts'
import { expectSignsIn } from '../../clients/sign-in.ts'
import { isInstalled } from '../../setup/packages.ts'
import { readText } from '../../tidy/source-tree.ts'
import { expectReceives, listening } from '../snippets/hook-attempts.ts'
import { begin, patienceMs } from '../snippets/program.ts'
import { toolFolders } from '../tools/install.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'ringkey-runtimes-'))
const { version } = JSON.parse(readText('clients/typescript/package.json'))
const tarball = `ringkey-client-${version}.tgz`
const installed = join(toolFolders.runtimes, 'node_modules')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  expect(isInstalled(toolFolders.runtimes)).toBe(true)
  const client = join(folder, 'node_modules/@ringkey/client')
  mkdirSync(client, { recursive: true })
  const [command] = /npm pack .*(?=`)/.exec(readText('clients/typescript/README.md'))!
  await begin('sh', ['-c', `cd ${root} && ${command} --pack-destination ${folder}`]).ended
  const unpacked = begin('tar', ['-xzf', join(folder, tarball), '-C', client, '--strip-components=1'])
  expect(await unpacked.ended).toBe('')
  for (const name of ['express', 'fastify', 'hono', '@hono'])
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  // Deno looks for packages where there is one.
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
})

it('the README of @ringkey/client: tells how large it is', () => {
  const [, stated] = /(\d+) kB packed/.exec(readText('clients/typescript/README.md'))!
  expect(Math.abs(statSync(join(folder, tarball)).size / 1000 - Number(stated))).toBeLessThan(2)
})

/** The programs themselves: the commands of these packages are made by install scripts, and none is run. */
const [deno, bun, workerd] = {
  x64: [
    '@deno/linux-x64-glibc/deno',
    '@oven/bun-linux-x64/bin/bun',
    '@cloudflare/workerd-linux-64/bin/workerd',
  ],
  arm64: [
    '@deno/linux-arm64-glibc/deno',
    '@oven/bun-linux-aarch64/bin/bun',
    '@cloudflare/workerd-linux-arm64/bin/workerd',
  ],
}[process.arch as 'x64' | 'arm64'].map((path) => join(installed, path)) as [string, string, string]

type Environment = Record<string, string>
const denoEnvironment = { DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' }
const denoFlags = ['--allow-all', '--no-prompt', '--node-modules-dir=manual', '--no-check', '--quiet']

/** As a worker is deployed: one module, and its environment as bindings. */
async function configured(file: string, port: number, environment: Environment): Promise<string> {
  const bundle = await rolldown({ cwd: folder, input: file, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const bindings = Object.entries(environment).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  )
  writeFileSync(`${file}.mjs`, output[0].code)
  writeFileSync(
    `${file}.capnp`,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "${basename(file)}.mjs")],
  bindings = [${bindings.join(', ')}],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = ["nodejs_compat"],
);
`,
  )
  return `${file}.capnp`
}

/** Each starts a module whose default export is a fetch handler. */
const runtimes = [
  {
    name: 'Deno',
    serve: async (file: string, port: number, environment: Environment) => {
      const words = ['serve', '--port', String(port), '--host', '127.0.0.1', ...denoFlags, file]
      return begin(deno, words, { ...denoEnvironment, ...environment })
    },
  },
  {
    name: 'Bun',
    serve: async (file: string, port: number, environment: Environment) =>
      begin(bun, [file], { PORT: String(port), ...environment }),
  },
  {
    name: 'workerd',
    serve: async (file: string, port: number, environment: Environment) =>
      begin(workerd, ['serve', await configured(file, port, environment)]),
  },
]

const receivers = readText('docs/integrate/frameworks.md')
  .split(/^## /m)
  .map((section) => ({
    framework: section.slice(0, section.indexOf('\n')),
    program: /```(?:ts|python)\n(.*?)```/s.exec(section)?.[1] ?? '',
  }))
const receiver = (framework: string) => receivers.find((each) => each.framework === framework)!.program
const markConfirmed = "const markConfirmed = async (id: string) => console.log('confirmed', id)\n"
const secret = newWebhookSecret((count) => systemRandom.bytes(count))

async function expectServes(
  start: (port: number, environment: Environment) => Promise<ReturnType<typeof begin>>,
): Promise<void> {
  const port = await freePort()
  const run = await start(port, { RINGKEY_WEBHOOK_SECRET: secret })
  const url = `http://127.0.0.1:${port}/hook`
  await expectReceives(run, url, secret)
}

describe.each(runtimes)('@ringkey/client on $name', ({ name, serve }) => {
  it('creates, checks, lists, names a refusal, and plays scenarios in memory', async () => {
    const service = await startTestService()
    const { key, id } = await openClient(service, {}, { demo: true })
    const port = await freePort()
    const file = join(folder, `exercise-${name}.mts`)
    writeFileSync(file, exercise)
    const run = await serve(file, port, { RINGKEY_URL: service.baseUrl, RINGKEY_KEY: `${key}.${id}` })
    try {
      const url = `http://127.0.0.1:${port}/`
      await listening(url, patienceMs)
      const answer = await (await fetch(url)).text()
      expect(answer).toBe('pending approved 1 insufficient_funds not_reached')
    } finally {
      run.stop()
      await run.ended
      await service.stop()
    }
  })

  it('receives webhooks by the fetch handler of docs/integrate/frameworks.md', async () => {
    const file = join(folder, `hook-${name}.mts`)
    writeFileSync(file, markConfirmed + receiver('Deno, Bun, workers'))
    await expectServes((port, environment) => serve(file, port, environment))
  })
})

const exercise = `
import { Ringkey, RingkeyError } from '@ringkey/client'
import { TestService } from '@ringkey/client/testing'

async function act(): Promise<string> {
  const { verifications } = new Ringkey({ url: process.env.RINGKEY_URL!, key: process.env.RINGKEY_KEY! })
  const created = await verifications.create({ phone: '+79000000100', code: '4321', client: 'runtime' })
  const checked = await verifications.check(created.id, '4321')
  const listed = await Array.fromAsync(verifications.list({ client: 'runtime' }))
  const refused = await verifications.create({ phone: '+79000000110' }).catch((error) => error)
  const played = new Ringkey(new TestService().options).verifications
  const busy = await played.create({ phone: '+79000000102', steps: [{ mode: 'flash' }] })
  const code = refused instanceof RingkeyError && refused.code
  return [created.status, checked.status, listed.length, code, (await played.waitForEnd(busy.id)).reason].join(' ')
}

export default {
  fetch: async (request: Request) => new Response(request.method === 'GET' ? await act().catch(String) : ''),
}
`

it.each([
  { name: 'Deno', program: deno, flags: ['run', ...denoFlags] },
  { name: 'Bun', program: bun, flags: ['run'] },
])('the README of @ringkey/client: its first program signs a person in on $name', async (runtime) => {
  const [, program] = /```ts\n(.*?)```/s.exec(readText('clients/typescript/README.md'))!
  const file = join(folder, 'readme.mts')
  writeFileSync(file, program!)
  await expectSignsIn((phone, environment) =>
    begin(runtime.program, [...runtime.flags, file, phone], { ...denoEnvironment, ...environment }),
  )
})

it.each(['Express', 'Fastify', 'Hono'])('docs/integrate/frameworks.md: the receiver of %s', async (name) => {
  const file = join(folder, `${name}.mts`)
  await expectServes(async (port, environment) => {
    writeFileSync(file, markConfirmed + receiver(name).replace('3000', String(port)))
    return begin(process.execPath, [file], environment)
  })
})

it('docs/integrate/frameworks.md: the receiver of Flask', async () => {
  const marks = 'def mark_confirmed(id): print("confirmed", id, flush=True)\n'
  writeFileSync(join(folder, 'hook.py'), marks + receiver('Flask'))
  await expectServes(async (port, environment) =>
    begin('/usr/bin/python3', ['-m', 'flask', '--app', join(folder, 'hook.py'), 'run', '-p', String(port)], {
      ...environment,
      PYTHONPATH: join(root, 'clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    }),
  )
})
