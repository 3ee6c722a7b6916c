import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../test/cabinet-visitor.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { watchContracts } from '../../app/watch-contracts.ts'
import { dayMs } from '../../platform/clock.ts'

let service: TestService
let operator: CabinetVisitor
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const day = (days: number) => new Date(service.clock.now() + days * dayMs).toISOString().slice(0, 10)
const range = '73012110000-73012119999'
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
  await run('trunk', 'add', 'north', 'host=127.0.0.1')
  await run('pool', 'add', range, '--trunk', 'north')
})
afterAll(() => service.stop())

const look = async () => (await operator.read('/operator/contracts')).body
const mts = ['--network', 'ПАО "МТС"', '--country', 'ru']

describe('contracts about calling numbers', () => {
  it('are noted, listed and removed, and the pool check names numbers without one', async () => {
    expect((await run('pool', 'check')).code).toBe(0)
    const half = '73012110000-73012114999'
    const set = [
      'contract',
      'set',
      '7/2026',
      '--range',
      half,
      ...mts,
      '--last-day',
      day(90),
      '--price',
      '0.05',
    ]
    expect((await run(...set, '--note', 'by mail')).out).toBe(
      `Contract 7/2026 about calling numbers, with МТС, valid until ${day(90)}.\n`,
    )
    expect((await run('contract', 'list')).out).toMatch(
      /7\/2026 .*МТС \(RU\) .*73012110000-73012114999 .*0\.05/,
    )
    const check = await run('pool', 'check')
    expect(check).toMatchObject({ code: 1, out: expect.stringContaining('on north: no contract with МТС') })
    expect(check.out).toContain('73012115000-73012119999')
    expect(await look()).toMatchObject({
      contracts: [{ document: '7/2026', network: 'МТС', price: 0.05, daysLeft: 90, note: 'by mail' }],
      lacking: [{ network: 'МТС', first: '73012115000', last: '73012119999', ended: null }],
    })
    const carrier = { document: 'C-1', ranges: [range], lastDay: day(90), trunk: 'north' }
    expect((await operator.write('/operator/contracts', carrier)).status).toBe(200)
    expect((await look()).contracts).toHaveLength(2)
    expect((await operator.write('/operator/contracts/remove', { document: 'C-1' })).status).toBe(200)
    expect((await run('contract', 'remove', 'C-1')).err).toContain('see ringkey contract list')
    expect(
      (await run('contract', 'set', '7/2026', '--range', range, ...mts, '--last-day', day(90))).code,
    ).toBe(0)
    expect((await run('pool', 'check')).code).toBe(0)
  })

  it('numbers of a trunk that never calls the network need none: by its prefixes, or by its rules', async () => {
    const germany = ['--network', 'Telekom', '--country', 'DE', '--last-day', day(90)]
    await run('contract', 'set', 'DE-1', '--range', '73012120000', ...germany)
    const check = async (...fields: string[]) => {
      expect((await run('trunk', 'set', 'north', ...fields)).code).toBe(0)
      return (await run('pool', 'check')).out.includes('no contract with Telekom')
    }
    expect(await check('prefixes=none')).toBe(true)
    expect(await check('prefixes=7')).toBe(false)
    expect(await check('prefixes=491')).toBe(true)
    expect(await check('prefixes=none', 'routing=de/telekom:exclude')).toBe(false)
    expect(await check('routing=none')).toBe(true)
    await run('contract', 'remove', 'DE-1')
  })

  it.each<[object, string]>([
    [{ lastDay: '2026-02-30' }, 'lastDay'],
    [{ network: '' }, 'network'],
    [{ trunk: 'north' }, 'network'],
    [{ country: 'Russia' }, 'country'],
    [{ network: '', country: '', trunk: 'west' }, 'trunk'],
    [{ ranges: ['7301211'] }, 'ranges'],
    [{ price: 'cheap' }, 'price'],
    [{ document: ' ' }, 'document'],
  ])('a wrong one is refused, and the field is named: %j', async (wrong, field) => {
    const right = { document: '8', ranges: [range], lastDay: '2030-01-01', network: 'МТС', country: 'RU' }
    const { status, body } = await operator.write('/operator/contracts', { ...right, ...wrong })
    expect([status, body.error.field]).toEqual([400, field])
  })

  it('leave as a CSV file and come back from it, all or none', async () => {
    const more = ['--label', '=Acme; codes', '--note', 'two\nlines']
    await run(
      'contract',
      'set',
      '9',
      '--range',
      '73012110000',
      '--range',
      '73012110007',
      '--trunk',
      'north',
      '--last-day',
      day(40),
      ...more,
    )
    const before = (await look()).contracts
    const csv = (await run('contract', 'export')).out
    const shown = await operator.read('/operator/contracts/export')
    expect(`\uFEFF${shown.body}`.replaceAll('\r\n', '\n')).toBe(csv)
    for (const { document } of before) await run('contract', 'remove', document)
    const file = join(service.folder, 'contracts.csv')
    writeFileSync(file, csv)
    expect((await run('contract', 'import', file)).out).toBe('Contracts noted: 2.\n')
    expect((await look()).contracts).toEqual(before)
    writeFileSync(
      file,
      'document;ranges;lastDay;network;country\n10;73012110000;2030-01-01;МТС;RU\n11;73012110000;soon;МТС;RU\n',
    )
    expect((await run('contract', 'import', file)).err).toContain('record 3: lastDay: expected the last day')
    const refused = async (csv: string) =>
      (await operator.write('/operator/contracts/import', { csv })).body.error
    expect((await refused('a,b\n1,2')).field).toBe('csv')
    const lines = (...of: string[]) =>
      ['document,ranges,lastDay,trunk', ...of.map((each) => `${each},2030-01-01,north`)].join('\n')
    expect((await refused(lines('10,73012110000', '11,73012110000', ' 10 ,73012110001'))).message).toContain(
      'record 4: document: expected each document once (record 2 has this one too)',
    )
    const many = Array.from({ length: 1_001 }, () => '73012110000').join(' ')
    expect((await refused(lines('10,73012110000', `11,${many}`))).message).toMatch(
      /record 3: ranges: expected .*, 1000 at most/,
    )
    expect((await look()).contracts).toEqual(before)
  })

  it('raise an alarm 30 and 7 days before their end, and after it, unless another one follows', async () => {
    for (const { document } of (await look()).contracts) await run('contract', 'remove', document)
    const raised: Record<string, string[]> = {}
    const alarms = {
      raiseOnly: (kind: string, of: Iterable<readonly [string, object]>) => {
        raised[kind] = [...of].map(([subject]) => subject)
      },
    }
    const clock = { ...service.clock, now: () => service.clock.now() } as never
    const watcher = watchContracts({ store: service.store, clock, alarms: alarms as never })
    const left = async (days: number) => {
      await run('contract', 'set', 'A', '--range', range, ...mts, '--last-day', day(days))
      await watcher.look()
      return [raised['contract-ends'], raised['contract-ending']]
    }
    expect(await left(31)).toEqual([[], []])
    expect(await left(29)).toEqual([['A'], []])
    expect(await left(6)).toEqual([[], ['A']])
    expect(await left(-3)).toEqual([[], ['A']])
    await run('contract', 'set', 'B', '--range', range, ...mts, '--last-day', day(300))
    await watcher.look()
    expect(raised).toEqual({ 'contract-ends': [], 'contract-ending': [] })
  })
})
