// The programs that the cabinet hands out, run as they stand against the real service.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../../cabinet/src/pages/services/snippets/access.ts'
import { curlOf } from '../../cabinet/src/pages/services/snippets/curl.ts'
import { pythonOf } from '../../cabinet/src/pages/services/snippets/python.ts'
import { typescriptOf } from '../../cabinet/src/pages/services/snippets/typescript.ts'
import { type ServiceProcess, startProcess } from '../../server/test/process.ts'
import { eventually, freePort } from '../../server/test/service.ts'

const command = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringkey-snippets-'))
const patienceMs = 20_000

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

/** A program under way: what it has said so far, and all of it once it has ended. */
function begin(program: string, words: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(program, words, { env: { PATH: process.env.PATH ?? '', ...environment } })
  const heard = { text: '' }
  const hear = (chunk: Buffer) => {
    heard.text += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(tooLong)
      resolve(heard.text)
    })
  })
  return { heard, ended, stop: () => child.kill('SIGKILL') }
}

const languages = [
  { name: 'TypeScript', of: typescriptOf, program: process.execPath, file: 'snippet.mts' },
  { name: 'Python', of: pythonOf, program: 'python3', file: 'snippet.py' },
]

describe.each(languages)('the $name snippets', ({ of, program, file }) => {
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
    writeFileSync(path, of.inbound(access))
    const receiver = begin(program, [path], {
      PORT: String(port),
      CALLBACK_URL: callback,
      WEBHOOK_SECRET: secret,
    })
    try {
      const said = await eventually(
        async () => receiver.heard.text,
        (text) => /confirmed \d{6}/.test(text),
        patienceMs,
      )
      expect(said).toMatch(/ask the user to call \d{11}/)
      const forged = await fetch(callback, {
        method: 'POST',
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': `v1,${Buffer.alloc(32, 7).toString('base64')}`,
        },
        body: '{"callId":"999999"}',
      })
      expect(forged.status).toBe(401)
      expect(receiver.heard.text).not.toContain('999999')
    } finally {
      receiver.stop()
      await receiver.ended
    }
  })
})

it('the curl line starts a call', async () => {
  const answer = JSON.parse(await begin('sh', ['-c', `${curlOf.call(access)} -s`]).ended)
  expect(answer).toMatchObject({ status: true, phone: '7900***0001' })
})
