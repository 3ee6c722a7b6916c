// The login of /docs and README runs with piped input.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { freshPhone } from '../../../test/contract/scene.ts'
import { openV2Client } from '../../../test/contract/v2-scene.ts'
import { eventually, startTestService } from '../../../test/service.ts'
import { asset } from '../documents/prose.ts'
import { loginPrograms } from './login.ts'

it('the login program in TypeScript takes codes that are piped into it, a wrong one before the right one', async () => {
  const service = await startTestService()
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-login-'))
  try {
    const client = await openV2Client(service)
    const access = { url: service.baseUrl, secretKey: client.key, serviceId: String(client.id) }
    const { program } = loginPrograms(asset('login.md'), access).find(
      ({ language }) => language === 'TypeScript',
    )!
    const file = join(folder, 'login.ts')
    writeFileSync(file, program)
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    const child = spawn(process.execPath, [file, freshPhone()], { stdio: ['pipe', 'pipe', 'inherit'] })
    const said = text(child.stdout)
    const [call] = await eventually(
      async () => {
        await service.clock.advance(500)
        return service.telephony.placed
      },
      (placed) => placed.length === 1,
    )
    child.stdin.end(`0000\n${call!.code}\n`)
    let out = ''
    void said.then((all) => {
      out = all
    })
    await eventually(
      async () => {
        await service.clock.advance(500)
        return out
      },
      (all) => all !== '',
    )
    expect(out).toBe('Code: Code: approved\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await service.stop()
  }
})
