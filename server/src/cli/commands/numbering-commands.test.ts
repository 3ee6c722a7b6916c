import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFile } from '../../../test/numbering/folders.ts'
import { MemoryRepository } from '../../../test/numbering/memory-repository.ts'
import { header8, mobileFile, mobileRows } from '../../../test/numbering/sample-registry.ts'
import { createNumbering } from '../../numbering/numbering.ts'
import { cardOf, linesOfFile, lookUp, runLookup } from './lookup.ts'
import { runPortingImport, runPortingStatus } from './porting.ts'
import { runRegistryFetch, runRegistryImport, runRegistryRollback, runRegistryStatus } from './registry.ts'

function screen() {
  const lines: string[] = []
  const bars: string[] = []
  return {
    lines,
    bars,
    line: (text: string) => void lines.push(text),
    progress: (label: string, share: number) => void bars.push(`${label} ${Math.round(share * 100)} %`),
  }
}

const command = (repository: MemoryRepository, force = false) => ({
  repository,
  force,
  nowMs: Date.UTC(2026, 7, 1),
})

describe('ringkey registry', () => {
  it('import shows progress and a summary, and status shows the result', async () => {
    const repository = new MemoryRepository()
    const out = screen()
    const summary = await runRegistryImport(
      [await temporaryFile('9.csv', mobileFile)],
      command(repository),
      out,
    )
    expect(summary.ranges).toBe(6)
    expect(out.bars).toEqual(['9.csv: 6 rows 100 %'])
    expect(out.lines).toEqual([
      '9.csv: 6 rows, 8 columns, with a header',
      '6 ranges, 3 codes, 5 operators, 5 regions',
      'in use: registry-000001.snapshot; running services notice within 2 s',
    ])
    const status = screen()
    expect(await runRegistryStatus(repository, status)).toMatchObject([
      { snapshot: 'registry-000001.snapshot', current: true, ranges: 6, operators: 5, problem: '' },
    ])
    expect(status.lines[0]).toMatch(
      /^\* registry-000001\.snapshot {2}0\.0 MB {2}2026-08-01T00:00:00\.000Z {2}6 ranges$/,
    )
  })

  it('import lists the refused rows and reports that nothing was changed', async () => {
    const repository = new MemoryRepository()
    const out = screen()
    const bad = '901;0;9;11;ООО "Б";-;Тверская область;7700000009'
    const path = await temporaryFile('9.csv', [header8, ...mobileRows, bad].join('\n'))
    await expect(runRegistryImport([path], command(repository), out)).rejects.toThrow(
      'the import was refused',
    )
    expect(out.lines).toEqual([
      '9.csv: 7 rows, 8 columns, with a header',
      '  1 not taken: wrong capacity',
      `    line 8 (wrong capacity): ${bad}`,
      'refused: 9.csv: rows with a capacity that is not to - from + 1: 1',
      'nothing was changed; --force imports all the same, without the rows in question',
    ])
    await runRegistryImport([path], command(repository, true), out)
    expect(out.lines).toContain(
      'overlooked (forced): 9.csv: rows with a capacity that is not to - from + 1: 1',
    )
  })

  it('status names a damaged snapshot, rollback returns to the previous one', async () => {
    const repository = new MemoryRepository()
    const out = screen()
    await runRegistryStatus(repository, out)
    expect(out.lines).toEqual(['no registry was imported: answers come from the built-in seed'])
    for (let times = 0; times < 2; times += 1)
      await runRegistryImport([await temporaryFile('9.csv', mobileFile)], command(repository), screen())
    repository.chunksOf('registry', 2)[1]![0]! ^= 1
    const [, damaged] = await runRegistryStatus(repository, out)
    expect(damaged).toMatchObject({
      current: true,
      problem: expect.stringContaining('its checksum is wrong'),
    })
    expect(await runRegistryRollback({ repository }, out)).toEqual({ snapshot: 'registry-000001.snapshot' })
  })

  it('fetch downloads, checks and imports', async () => {
    const server = createServer((_, response) => response.end(mobileFile))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/DEF-9xx.csv`
    const sha256 = createHash('sha256').update(mobileFile).digest('hex')
    const repository = new MemoryRepository()
    const out = screen()
    const summary = await runRegistryFetch([address], { ...command(repository), sha256 }, out)
    expect(summary).toMatchObject({ snapshot: 'registry-000001.snapshot', ranges: 6 })
    expect(out.lines[0]).toBe(`${address}: 0.0 MB, SHA-256 ${sha256}`)
    const two = runRegistryFetch([address, address], { ...command(repository), sha256 }, out)
    await expect(two).rejects.toThrow('one address at a time')
  })
})

describe('ringkey porting', () => {
  it('import and status', async () => {
    const repository = new MemoryRepository()
    const out = screen()
    await runPortingStatus(repository, out)
    const file = await temporaryFile('full.csv', 'Number,OwnerId,MNC\r\n9161234567,mBEELINE,99\r\n')
    expect(await runPortingImport([file], command(repository), out)).toMatchObject({ numbers: 1 })
    expect(await runPortingStatus(repository, out)).toMatchObject([
      { numbers: 1, current: true, problem: '' },
    ])
    expect(out.lines).toEqual([
      'no porting data was imported: no number counts as ported',
      'full.csv: full, 1 rows',
      '1 ported numbers (0 before), 1 recipients',
      'in use: porting-000001.snapshot; running services notice within 2 s',
      '* porting-000001.snapshot  3.9 MB  2026-08-01T00:00:00.000Z  1 numbers',
    ])
  })
})

describe('ringkey lookup', () => {
  const numbering = createNumbering()

  it('prints a readable description', () => {
    expect(cardOf(lookUp(numbering, '8 916 123-45-67', 'ru'))).toEqual([
      '+79161234567',
      '  national  8 (916) 123-45-67',
      '  country   Россия, RU',
      '  kind      mobile',
      '  operator  МТС, ПАО "МТС", network 1',
      '  place     Москва, Город Москва, Московская область',
      '  source    the built-in seed (approximate; import a registry for exact answers)',
    ])
    expect(cardOf(lookUp(numbering, 'hello', 'en'))).toEqual(['hello', '  not a valid phone number'])
  })

  it('prints one JSON object per line for programs, from a file, with a progress bar', async () => {
    const out = screen()
    const path = await temporaryFile('numbers.txt', '+7 916 123-45-67\r\n\r\nrubbish\r\n+380501234567')
    const totals = await runLookup(linesOfFile(path, out), { numbering, language: 'en', json: true }, out)
    expect(totals).toEqual({ numbers: 3, valid: 2 })
    expect(out.lines.map((line) => JSON.parse(line))).toMatchObject([
      { input: '+7 916 123-45-67', valid: true, e164: '79161234567', country: 'Russia', source: 'seed' },
      { input: 'rubbish', valid: false },
      { valid: true, countryIso: 'UA', provider: 'Vodafone', source: 'metadata' },
    ])
    expect(out.bars.at(-1)).toBe(`${path} 100 %`)
  })

  it('lets other work run during a long list', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      pending = setImmediate(count)
    }
    let pending = setImmediate(count)
    const inputs = Array.from({ length: 5000 }, (_, at) => `7916${String(at).padStart(7, '0')}`)
    await runLookup(inputs, { numbering, language: 'en', json: true }, { line() {} })
    clearImmediate(pending)
    expect(turns).toBeGreaterThanOrEqual(9)
  })
})
