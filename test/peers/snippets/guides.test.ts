// The commands of docs/start.md and the program of docs/sign-in.md, run as they stand but for the address.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, startTestService, type TestService } from '../../../server/test/service.ts'
import { readText } from '../../tidy/source-tree.ts'
import { begin } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-guides-'))
let service: TestService
beforeAll(async () => {
  service = await startTestService()
  symlinkSync(service.folder, join(folder, 'data'))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const samplesIn = (document: string, language: string) =>
  [...readText(document).matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, text]) => text!,
  )

it('docs/start.md: its commands verify a test number, and let a phone ring', async () => {
  const [install, verify, ring] = samplesIn('docs/start.md', 'sh')
  expect(install).toBe('npm ci && npm start\n')
  const commands = `${verify}${ring}`.replace('http://127.0.0.1:8080', service.baseUrl)
  const said = await begin('sh', ['-ec', `cd ${folder}\n${commands.replaceAll('curl ', 'curl -sSf ')}`]).ended
  const answers = said
    .trim()
    .split(/(?<=\})(?=\{)/)
    .map((text) => JSON.parse(text))
  expect(answers).toMatchObject([
    { status: 'pending', test: true },
    { valid: true, status: 'approved' },
    { status: 'pending', test: false },
  ])
  expect(service.telephony.placed).toHaveLength(1)
})

it('docs/sign-in.md: the program rings once for an attempt, falls back to voice and approves the right code', async () => {
  const file = join(folder, 'sign-in.mts')
  const [program] = samplesIn('docs/sign-in.md', 'ts')
  const constants = {
    'process.env.RINGKEY_URL': service.baseUrl,
    'process.env.RINGKEY_KEY': `${service.key}.${service.serviceId}`,
  }
  writeFileSync(
    file,
    Object.entries(constants).reduce(
      (text, [name, value]) => text.replace(name, JSON.stringify(value)),
      program!,
    ),
  )
  const { start, watch, speak, check } = await import(pathToFileURL(file).href)
  const placed = service.telephony.placed.length
  const first = await start('+79161112233', '203.0.113.7', 'attempt-1')
  expect((await start('+79161112233', '203.0.113.7', 'attempt-1')).id).toBe(first.id)
  expect(service.telephony.placed).toHaveLength(placed + 1)
  // The gap between two calls to a number.
  await service.clock.advance(16_000)
  const { version } = await speak(first.id)
  const calls = await eventually(
    async () => service.telephony.placed,
    (all) => all.length === placed + 2,
  )
  expect((await watch(first.id, version - 1)).steps[1]).toMatchObject({ mode: 'voice', status: 'started' })
  const { code } = calls.at(-1)!
  expect(await check(first.id, code === '0000' ? '1111' : '0000')).toBe('pending')
  expect(await check(first.id, code)).toBe('approved')
  await expect(check(first.id, '0000')).rejects.toMatchObject({ code: 'verification_ended' })
})
