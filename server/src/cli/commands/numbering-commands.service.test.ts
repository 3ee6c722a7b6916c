import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { temporaryFile, temporaryFolder } from '../../../test/numbering/folders.ts'
import { header8, mobileFile, mobileRows } from '../../../test/numbering/sample-registry.ts'
import { ringkey, type Surroundings, testTerminal } from '../../../test/ringkey-command.ts'
import { runCommandLine } from '../command-line.ts'
import { commands } from './index.ts'

/** A new installation, and its commands. */
async function installation() {
  const folder = await temporaryFolder()
  await ringkey(folder, ['account', 'create', 'ann@example.com'])
  const clock = new ManualClock(Date.UTC(2026, 7, 1))
  const run = (typed: readonly string[], surroundings: Surroundings = {}) =>
    ringkey(folder, typed, { clock, ...surroundings })
  return { folder, run }
}

describe('ringkey registry', () => {
  it('import shows progress and a summary, and status shows the result', async () => {
    const { run } = await installation()
    const file = await temporaryFile('9.csv', mobileFile)
    const imported = await run(['registry', 'import', file], { isWatched: true })
    expect(imported.err).toContain('9.csv: 6 rows [##############################] 100 %')
    expect(imported.out.split('\n')).toEqual([
      '9.csv: 6 rows, 8 columns, with a header',
      '6 ranges, 3 codes, 5 operators, 5 regions',
      'in use: registry-000001.snapshot; running services notice within 2 s',
      '',
    ])
    expect((await run(['registry', 'status', '--json'])).json).toMatchObject([
      { snapshot: 'registry-000001.snapshot', current: true, entries: 6, problem: '' },
    ])
    expect((await run(['registry', 'status'])).out).toMatch(
      /^\* registry-000001\.snapshot {2}0\.0 MB {2}2026-08-01T00:00:00\.000Z {2}6 ranges\n$/,
    )
    const again = await run(['registry', 'import', file, '--json'])
    expect(again.json).toMatchObject({ snapshot: 'registry-000002.snapshot', ranges: 6 })
  })

  it('import lists the refused rows and reports that nothing was changed', async () => {
    const { run } = await installation()
    const bad = '901;0;9;11;ООО "Б";-;Тверская область;7700000009'
    const path = await temporaryFile('9.csv', [header8, ...mobileRows, bad].join('\n'))
    const refused = await run(['registry', 'import', path])
    expect(refused.code).toBe(1)
    expect(refused.err.split('\n')).toEqual([
      'ringkey: the import was refused',
      '9.csv: 7 rows, 8 columns, with a header',
      '  1 not taken: wrong capacity',
      `    line 8 (wrong capacity): ${bad}`,
      'refused: 9.csv: rows with a capacity that is not to - from + 1: 1',
      'nothing was changed; --force imports all the same, without the rows in question',
      '',
    ])
    expect((await run(['registry', 'import', path, '--force'])).out).toContain(
      'overlooked (forced): 9.csv: rows with a capacity that is not to - from + 1: 1',
    )
    expect((await run(['registry', 'status'])).out).toMatch(/6 ranges {2}\(forced\)\n$/)
  })

  it('import says once that a file cannot be read, and offers no --force', async () => {
    const { run } = await installation()
    const { code, err } = await run(['registry', 'import', '/nonexistent.csv'])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^ringkey: the import was refused: \/nonexistent\.csv: .*no such file.*\n$/),
    ])
    expect(err.match(/no such file/g)).toHaveLength(1)
  })

  it('status names a damaged snapshot, rollback returns to the previous one', async () => {
    const { folder, run } = await installation()
    expect((await run(['registry', 'status'])).out).toBe(
      'no registry was imported: answers come from the built-in seed\n',
    )
    const file = await temporaryFile('9.csv', mobileFile)
    for (let times = 0; times < 2; times += 1) await run(['registry', 'import', file])
    const database = new DatabaseSync(join(folder, 'ringkey.db'))
    database.exec(
      'UPDATE snapshot_chunks SET content = zeroblob(length(content)) WHERE number = 2 AND position = 1',
    )
    database.close()
    const [, damaged] = (await run(['registry', 'status', '--json'])).json
    expect(damaged).toMatchObject({
      current: true,
      problem: expect.stringContaining('its checksum is wrong'),
    })
    const back = await run(['registry', 'rollback', '--json'])
    expect(back.json).toEqual({ snapshot: 'registry-000001.snapshot' })
  })

  it('fetch downloads, checks and imports', async () => {
    const server = createServer((_, response) => response.end(mobileFile))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/DEF-9xx.csv`
    const sha256 = createHash('sha256').update(mobileFile).digest('hex')
    const { run } = await installation()
    const fetched = await run(['registry', 'fetch', address, '--sha256', sha256])
    expect(fetched.out).toContain(`${address}: 0.0 MB, SHA-256 ${sha256}\n`)
    expect(fetched.out).toContain('in use: registry-000001.snapshot')
    const two = run(['registry', 'fetch', address, address, '--sha256', sha256])
    await expect(two).rejects.toThrow('one address at a time')
  })
})

it('ringkey porting: import and status', async () => {
  const { run } = await installation()
  const file = await temporaryFile('full.csv', 'Number,OwnerId,MNC\r\n9161234567,mBEELINE,99\r\n')
  const [before, imported, after] = [
    await run(['porting', 'status']),
    await run(['porting', 'import', file]),
    await run(['porting', 'status']),
  ]
  expect(
    [before, imported, after]
      .map(({ out }) => out)
      .join('')
      .trim()
      .split('\n'),
  ).toEqual([
    'no porting data was imported: no number counts as ported',
    'full.csv: full, 1 rows',
    '1 ported numbers (0 before), 1 recipients',
    'in use: porting-000001.snapshot; running services notice within 2 s',
    '* porting-000001.snapshot  3.9 MB  2026-08-01T00:00:00.000Z  1 numbers',
  ])
  expect((await run(['porting', 'status', '--json'])).json).toMatchObject([
    { entries: 1, current: true, problem: '' },
  ])
})

describe('ringkey lookup', () => {
  it('prints a readable description', async () => {
    const { run } = await installation()
    const looked = await run(['lookup', '8 916 123-45-67', 'hello', '--russian'])
    expect(looked.out.split('\n')).toEqual([
      '+79161234567',
      '  national  8 (916) 123-45-67',
      '  country   Россия, RU',
      '  kind      mobile',
      '  operator  МТС, ПАО "МТС", network 1',
      '  place     Москва, Город Москва, Московская область',
      '  source    the built-in seed (approximate; import a registry for exact answers)',
      'hello',
      '  not a valid phone number',
      '1 of 2 are valid.',
      '',
    ])
  })

  it('prints one JSON object per line for programs, from a file, with a progress bar', async () => {
    const { run } = await installation()
    const path = await temporaryFile('numbers.txt', '+7 916 123-45-67\r\n\r\nrubbish\r\n+380501234567')
    const looked = await run(['lookup', '--file', path, '--json'], { isWatched: true })
    expect(
      looked.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { input: '+7 916 123-45-67', valid: true, e164: '79161234567', country: 'Russia', source: 'seed' },
      { input: 'rubbish', valid: false },
      { valid: true, country_iso: 'UA', provider: 'Vodafone', source: 'metadata' },
    ])
    expect(looked.err).toContain('looking up [##############################] 100 %')
  })

  it('lets other work run during a long list', async () => {
    const { folder } = await installation()
    let turns = 0
    const count = () => {
      turns += 1
      pending = setImmediate(count)
    }
    let pending = setImmediate(count)
    const { terminal } = testTerminal({ environment: { RINGKEY_DATA: folder } })
    const turnsOfLines: number[] = []
    const inputs = Array.from({ length: 5000 }, (_, at) => `7916${String(at).padStart(7, '0')}`)
    const watched = { ...terminal, out: () => void turnsOfLines.push(turns) }
    await runCommandLine(commands, ['lookup', ...inputs, '--json'], watched)
    clearImmediate(pending)
    expect(turnsOfLines.at(-1)! - turnsOfLines[0]!).toBeGreaterThanOrEqual(9)
  })
})
