import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mobileFile } from '../../../test/numbering/sample-registry.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { ensureDemoTrunk } from '../../telephony/demo-trunk.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('ringkey confirm-pool', () => {
  it('adds single numbers and ranges, once each', async () => {
    const added = await ringkey(service.folder, [
      'confirm-pool',
      'add',
      '74990000001',
      '74990000000-74990000002',
    ])
    expect(added).toMatchObject({ code: 0, out: 'Added: 3. In the pool already: 1.\n' })
    const listed = await ringkey(service.folder, ['confirm-pool', 'list', '--json'])
    expect(JSON.parse(listed.out)).toContainEqual(
      expect.objectContaining({ number: '74990000002', demo: false, trunks: [] }),
    )
  })

  it('names text that it cannot read', async () => {
    const outcome = await ringkey(service.folder, ['confirm-pool', 'add', '74990000009-74990000000'])
    expect(outcome.code).toBe(2)
    expect(outcome.err).toContain(
      'NUMBER… is "74990000009-74990000000": expected numbers such as 74951230000',
    )
  })
})

describe('ringkey confirm-pool remove', () => {
  it('removes numbers and ranges from the pool, and fails when none of them was in it', async () => {
    await ringkey(service.folder, ['confirm-pool', 'add', '74990001000-74990001004'])
    const remove = (...typed: string[]) => ringkey(service.folder, ['confirm-pool', 'remove', ...typed])
    expect(await remove('74990001000', '74990001003-74990001005')).toMatchObject({
      code: 0,
      out: 'Removed: 3. Not in the pool: 1.\n',
    })
    const { json: left } = await ringkey(service.folder, ['confirm-pool', 'list', '--json'])
    const numbers = left.map(({ number }: { number: string }) => number)
    expect(numbers).toEqual(expect.arrayContaining(['74990001001', '74990001002']))
    expect(numbers).not.toContain('74990001003')
    expect(await remove('74990001001-74990001002', '--json')).toMatchObject({
      code: 0,
      json: { removed: 2, unknown: 0 },
    })
    expect(await remove('74990001001')).toMatchObject({ code: 1, out: 'Removed: 0. Not in the pool: 1.\n' })
    expect(await remove('7499')).toMatchObject({ code: 2, err: expect.stringContaining('NUMBER… is "7499"') })
    expect((await remove('--help')).out).toContain('Usage: ringkey confirm-pool remove NUMBER… [--json]')
  })

  it('stops giving out a removed number, and still accepts calls to it from people who got it before', async () => {
    const wait = async (phone: string) =>
      (await service.post('inboundCallWaiting', { phone, callback_url: 'https://198.41.0.4/' })).body
    const given = await wait('79165550101')
    expect(given.status).toBe(true)
    const { json: all } = await ringkey(service.folder, ['confirm-pool', 'list', '--json'])
    const numbers = all.map(({ number }: { number: string }) => number)
    await ringkey(service.folder, ['confirm-pool', 'remove', ...numbers])
    await service.clock.advance(2_000)
    expect((await wait('79165550102')).code).toBe(5)
    await ensureDemoTrunk(service.store, service.clock.now())
    const call = { callerE164: '79165550101', calledE164: given.confirmation_number, trunk: 'simulator' }
    expect(await service.inbound.match(call)).toBe(given.vendor_id)
  })
})

describe('ringkey registry and lookup', () => {
  it('imports a registry, looks up numbers in it and shows the data in use', async () => {
    const file = join(service.folder, 'mobile.csv')
    writeFileSync(file, mobileFile)
    const imported = await ringkey(service.folder, ['registry', 'import', file])
    expect(imported).toMatchObject({ code: 0 })
    expect(imported.out).toContain('in use: registry-000001.snapshot')
    const status = await ringkey(service.folder, ['registry', 'status', '--json'])
    expect(JSON.parse(status.out)).toMatchObject([{ current: true, problem: '' }])
    const looked = await ringkey(service.folder, ['lookup', '8 916 123-45-67', 'hello', '--json'])
    const lines = looked.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { valid: boolean })
    expect(lines.map(({ valid }) => valid)).toHaveLength(2)
  })

  it('names the fault in a file, and changes nothing', async () => {
    const file = join(service.folder, 'broken.csv')
    writeFileSync(file, 'this is not a registry\n')
    const outcome = await ringkey(service.folder, ['registry', 'import', file])
    expect(outcome.code).toBe(1)
    expect(outcome.err).toMatch(/^ringkey: /)
  })
})
