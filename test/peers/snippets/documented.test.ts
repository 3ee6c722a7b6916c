// The receivers of docs/webhooks.md, run as they stand.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { systemRandom } from '../../../server/src/platform/random.ts'
import { newWebhookSecret } from '../../../server/src/webhooks/signature.ts'
import { freePort } from '../../../server/test/service.ts'
import { installClient } from '../../clients/install-client.ts'
import { readText } from '../../tidy/source-tree.ts'
import { expectReceives, listening, sendSignedWithNothing } from './hook-attempts.ts'
import { begin, patienceMs } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-documented-'))
installClient(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = newWebhookSecret((count) => systemRandom.bytes(count))
const sampleIn = (language: string) =>
  readText('docs/webhooks.md').match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's'))![1]!

const phpReceiver = () => `${sampleIn('php')}function mark_confirmed($id) { error_log("confirmed $id"); }\n`
/** With the function that is the reader's own. */
const receivers = [
  {
    name: 'TypeScript',
    file: 'hook.mts',
    source: (port: number) =>
      `const markConfirmed = async (id: string) => console.log('confirmed', id)\n${sampleIn('ts').replace('3000', String(port))}`,
    program: process.execPath,
    words: (path: string) => [path],
  },
  {
    name: 'Python',
    file: 'hook.py',
    source: (port: number) =>
      `mark_confirmed = lambda id: print("confirmed", id, flush=True)\n${sampleIn('python').replace('3000', String(port))}`,
    program: 'python3',
    words: (path: string) => [path],
  },
  {
    name: 'PHP',
    file: 'hook.php',
    source: phpReceiver,
    program: 'php',
    words: (path: string, port: number) => ['-S', `127.0.0.1:${port}`, path],
  },
]

it.each(receivers)('the $name receiver accepts signed webhooks and refuses all others', async (receiver) => {
  const port = await freePort()
  const path = join(folder, receiver.file)
  writeFileSync(path, receiver.source(port))
  const url = `http://127.0.0.1:${port}/hook`
  const run = begin(receiver.program, receiver.words(path, port), {
    RINGKEY_WEBHOOK_SECRET: secret,
    PYTHONPATH: fileURLToPath(new URL('../../../clients/python/src', import.meta.url)),
    PYTHONDONTWRITEBYTECODE: '1',
  })
  await expectReceives(run, url, secret)
})

it('the PHP receiver refuses every webhook while it has no secret', async () => {
  const port = await freePort()
  const path = join(folder, 'bare.php')
  writeFileSync(path, phpReceiver())
  const url = `http://127.0.0.1:${port}/hook`
  const run = begin('php', ['-S', `127.0.0.1:${port}`, path])
  try {
    await listening(url, patienceMs)
    expect(await sendSignedWithNothing(url)).toBe(500)
  } finally {
    run.stop()
    await run.ended
  }
})
