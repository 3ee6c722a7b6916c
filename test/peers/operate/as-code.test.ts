// An installation goes into a file and comes back: the commands of docs/as-code.md as a shell runs them, beside a service.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../../../server/test/postgres/run-cluster.ts'
import { freePorts } from '../../release/installed.ts'
import { shell } from './day.ts'
import { readHandbook } from './handbook.ts'
import { startProgram } from './service-process.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'ringkey-as-code-'))
const bin = join(home, 'bin')
/** As the document has them. */
const page = readHandbook(readFileSync(at('docs/as-code.md'), 'utf8'))
const [exports, diff, apply] = page[0]!.commands.map(({ text }) => text)

beforeAll(() => {
  mkdirSync(bin)
  const words = `#!/bin/sh\nexec ${process.execPath} ${at('server/bin/ringkey.js')} "$@"\n`
  writeFileSync(join(bin, 'ringkey'), words, { mode: 0o755 })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A folder of its own, with the whole installation as a file and its secrets. */
function openFolder(name: string) {
  const cwd = join(home, name)
  mkdirSync(cwd)
  const later = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '')
  const whole = readFileSync(at('server/test/whole-installation.yaml'), 'utf8')
  writeFileSync(join(cwd, 'installation.yaml'), whole.replace('2026-03-01T12:00:00Z', later))
  const put = (place: string, text: string) => {
    mkdirSync(dirname(join(cwd, place)), { recursive: true })
    writeFileSync(join(cwd, place), `${text}\n`)
  }
  put('zitadel.key', 'a-key-that-zitadel-has-shown')
  // Where an export says that they are.
  const ofShop = 'secrets/accounts/shop@example.com/services/Shop'
  put('secrets/trunks/north/password', 'of-the-north')
  put(`${ofShop}/hooks/zitadel/secret`, 'a-key-that-zitadel-has-shown')
  put(`${ofShop}/gateways/telegram/token`, 'a-token-of-telegram')
  return cwd
}

it.each([
  ['the embedded store', async () => ({})],
  ['PostgreSQL', async () => ({ RINGKEY_DATABASE_URL: await emptyDatabase() })],
])(
  'an installation exported, wiped and applied is exported as the same bytes, on %s',
  async (name, database) => {
    expect([exports, diff, apply]).toEqual([
      'ringkey export > installation.yaml',
      'ringkey diff installation.yaml',
      'ringkey apply installation.yaml --secrets-out made.yaml',
    ])
    const cwd = openFolder(name.replaceAll(' ', '-'))
    const first = { RINGKEY_DATA: join(cwd, 'data'), ...(await database()) }
    const environment = {
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: home,
      NORTH_PASSWORD: 'of-the-north',
      TELEGRAM_TOKEN: 'a-token-of-telegram',
      RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
    }
    const run = (where: object, command: string) => shell(command, { cwd, env: { ...environment, ...where } })
    const file = () => readFileSync(join(cwd, 'installation.yaml'), 'utf8')

    expect(await run(first, diff!)).toMatchObject({ code: 3 })
    expect(await run(first, apply!)).toMatchObject({ code: 0, err: '' })
    expect(statSync(join(cwd, 'made.yaml')).mode & 0o777).toBe(0o600)
    // The service that runs beside it is told, and changes nothing of it.
    const service = await startProgram(['ringkey', 'start'], {
      cwd,
      environment: { ...environment, ...freePorts, ...first },
    })
    expect(await run(first, exports!)).toMatchObject({ code: 0, err: '' })
    const exported = file()
    expect(exported).toContain('vonage-verify')
    expect(await run(first, diff!)).toMatchObject({ code: 0, out: 'Nothing would change.\n' })
    expect(await service.stop()).toBe(0)

    rmSync(first.RINGKEY_DATA, { recursive: true })
    rmSync(join(cwd, 'made.yaml'))
    const second = { RINGKEY_DATA: join(cwd, 'data'), ...(await database()) }
    expect(await run(second, diff!)).toMatchObject({ code: 3 })
    expect(await run(second, apply!)).toMatchObject({ code: 0, err: '' })
    expect(await run(second, exports!)).toMatchObject({ code: 0, err: '' })
    expect(file()).toBe(exported)
    expect(await run(second, apply!)).toMatchObject({ code: 0, out: 'Nothing changed.\n' })
  },
)
