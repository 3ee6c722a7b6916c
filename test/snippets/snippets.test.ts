// The programs that the cabinet hands out, run as they stand against the real service.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../../cabinet/src/pages/services/snippets/access.ts'
import { curlOf } from '../../cabinet/src/pages/services/snippets/curl.ts'
import { phpOf } from '../../cabinet/src/pages/services/snippets/php.ts'
import { pythonOf } from '../../cabinet/src/pages/services/snippets/python.ts'
import { typescriptOf } from '../../cabinet/src/pages/services/snippets/typescript.ts'
import { type ServiceProcess, startProcess } from '../../server/test/process.ts'
import { eventually, freePort } from '../../server/test/service.ts'
import { expectGuarded, listening, sendSignedWithNothing } from './hook-attempts.ts'
import { begin, patienceMs } from './program.ts'

const command = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringkey-snippets-'))

let service: ServiceProcess
let access: Access
let secret: string
beforeAll(async () => {
  service = await startProcess({ RINGKEY_DATA: folder })
  const first = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  access = { url: service.baseUrl, serviceId: first.service_id, secretKey: first.secret_key }
  const words = [command, 'webhook', 'secret', String(first.service_id)]
  secret = (await begin(process.execPath, words, { RINGKEY_DATA: folder }).ended).trim()
}, 60_000)
afterAll(async () => {
  await service?.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** The program that asks for the call is the web server too. */
const alone = (path: string) => [path]
const languages = [
  { name: 'TypeScript', of: typescriptOf, program: process.execPath, file: 'snippet.mts', serve: alone },
  { name: 'Python', of: pythonOf, program: 'python3', file: 'snippet.py', serve: alone },
  {
    name: 'PHP',
    of: phpOf,
    program: 'php',
    file: 'hook.php',
    serve: (path: string, port: number) => ['-S', `127.0.0.1:${port}`, path],
  },
]

describe.each(languages)('the $name snippets', ({ of, program, file, serve }) => {
  const path = join(folder, file)

  it('start a call and ask how it ended', async () => {
    writeFileSync(path, of.call(access))
    const said = await begin(program, [path]).ended
    expect(said).toMatch(/^\d{6} \d{4}\n$/)
    writeFileSync(path, of.info(access))
    expect(await begin(program, [path, said.split(' ')[0]!]).ended).toMatch(/^(-1|1)\n$/)
    // Somebody else's id: the error is told by its code.
    expect(await begin(program, [path, '1']).ended).toContain('10: ')
  })

  it('wait for a call, take its web-hook and refuse what is not signed', async () => {
    const port = await freePort()
    const callback = `http://127.0.0.1:${port}/hook`
    const environment = { PORT: String(port), CALLBACK_URL: callback, WEBHOOK_SECRET: secret }
    writeFileSync(path, of.inbound(access))
    const receiver = begin(program, serve(path, port), environment)
    try {
      await listening(callback, patienceMs)
      const asked = serve === alone ? '' : await begin(program, [path], environment).ended
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

  it('take nothing without a secret', async () => {
    const port = await freePort()
    writeFileSync(path, of.inbound(access))
    const receiver = begin(program, serve(path, port), { PORT: String(port), WEBHOOK_SECRET: '' })
    try {
      if (serve === alone) {
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

it('the curl lines start a call, ask how it ended and wait for one', async () => {
  const said = async (line: string) => JSON.parse(await begin('sh', ['-c', `${line} -s`]).ended)
  const started = await said(curlOf.call(access))
  expect(started).toMatchObject({ status: true, phone: '7900***0001' })
  const info = await said(curlOf.info(access).replace('VENDOR_ID', started.vendor_id))
  expect(info).toMatchObject({ status: true, vendor_id: started.vendor_id })
  const waiting = await said(curlOf.inbound(access).replace('https://YOUR_SERVER', 'http://127.0.0.1:9'))
  expect(waiting.confirmation_number).toMatch(/^\d{11}$/)
})
