// What the operator blocks: client addresses, and numbers that must not be called.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey, type Surroundings } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
const run = (typed: readonly string[], around: Surroundings = {}) =>
  ringkey(service.folder, typed, { clock: service.clock, ...around })
const noticed = () => service.clock.advance(2_000)
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('address block: applies an address or a range to the running service, and unblock removes it', async () => {
  expect((await run(['address', 'block', '127.0.0.0/8', '--note', 'a test'])).out).toBe(
    'Address 127.0.0.0/8 blocked.\n',
  )
  await noticed()
  expect((await service.get('getBalance')).body.code).toBe(0)
  expect((await run(['address', 'list', '--json'])).json).toEqual([
    { address: '127.0.0.0/8', note: 'a test', created: '2026-01-15T12:00:00.000Z' },
  ])
  expect((await run(['address', 'list'])).out).toMatch(/^127\.0\.0\.0\/8 +2026-01-15 12:00:00 +a test$/m)
  expect((await run(['address', 'unblock', '127.0.0.0/8'])).code).toBe(0)
  await noticed()
  expect((await service.get('getBalance')).body.status).toBe(true)
  expect((await run(['address', 'list'])).out).toBe('No address is blocked\n')
})

it('address commands: report an address that was not blocked, and the expected format', async () => {
  expect(await run(['address', 'unblock', '10.0.0.1'])).toMatchObject({
    code: 1,
    err: 'ringkey: 10.0.0.1 was not blocked as such: see ringkey address list\n',
  })
  expect(await run(['address', 'block', 'example.com'])).toMatchObject({ code: 2 })
})

it('do-not-call: blocks a number in any notation, and never shows it in full', async () => {
  const number = '79031112233'
  const added = await run(['do-not-call', 'add', '8 (903) 111-22-33', '--json'])
  expect(added.json).toEqual({ phone: '7903***2233', listed: true, since: '2026-01-15T12:00:04.000Z' })
  expect((await service.post('initCall', { phone: number })).body.code).toBe(21)
  const checked = await run(['do-not-call', 'check', '-'], { line: `+${number}` })
  expect(checked.out).toBe('7903***2233 is on the do-not-call list since 2026-01-15 12:00:04 UTC.\n')
  expect((await run(['do-not-call', 'remove', number])).out).toBe(
    '7903***2233 is not on the do-not-call list.\n',
  )
  expect((await service.post('initCall', { phone: number })).body.status).toBe(true)
  expect(added.out + added.err + checked.out + checked.err).not.toContain('1112233')
})

it('do-not-call: does not repeat a number that it cannot read', async () => {
  const { code, err } = await run(['do-not-call', 'add', '790311122334455'])
  expect(code).toBe(2)
  expect(err).toContain('NUMBER is not valid')
  expect(err).not.toContain('7903111')
})

it('do-not-call import: takes a file of numbers with reasons and dates, and names refused lines by their numbers', async () => {
  const file = join(service.folder, 'do-not-call.csv')
  const lines = [
    'number,reason,date',
    '+7 903 111-22-41,asked by mail,2025-11-30',
    '79031112242',
    '',
    'nobody,asked',
    '79031112243,asked,tomorrow',
    '79031112244,asked,2036-01-01',
    '79031112241',
    '"8 (903) 111-22-45";"as +79031112245 said"',
  ]
  writeFileSync(file, lines.join('\r\n'))
  const done = await run(['do-not-call', 'import', file, '--json'])
  expect([done.code, done.json]).toEqual([
    1,
    {
      ...{ added: 3, known: 1 },
      refused: [
        { line: 5, why: 'phone' },
        { line: 6, why: 'date' },
        { line: 7, why: 'date' },
      ],
    },
  ])
  const shown = await run(['do-not-call', 'import', file])
  expect(shown.out).toMatch(
    /^Added: 0\. On the list already: 4\. Refused: 3\.\nline 5: expected a phone number/,
  )
  expect((await service.post('initCall', { phone: '79031112245' })).body.code).toBe(21)
  const exported = (await run(['do-not-call', 'export'])).out
  expect(exported).toContain('7903***2241,asked by mail,2025-11-30T00:00:00.000Z')
  expect(exported).toContain('7903***2245,as +7903******* said,')
  // Nowhere a whole number: neither in what is printed, nor in the log of operators.
  const log = JSON.stringify((await run(['audit-log', 'list', '--json'])).json)
  expect([done.out, done.err, shown.out, exported, log].join()).not.toMatch(/9031112|903 111/)
  expect(log).toContain('"added":3')
  expect((await run(['do-not-call', 'import', join(service.folder, 'none.csv')])).code).toBe(1)
})

it('do-not-call import: a file of twelve thousand numbers goes in by pieces', async () => {
  const file = join(service.folder, 'many.csv')
  const numbers = Array.from({ length: 12_000 }, (_, nth) => String(79_050_000_000 + nth))
  writeFileSync(file, numbers.join('\n'))
  expect((await run(['do-not-call', 'import', file, '--json'])).json).toEqual({
    added: 12_000,
    known: 0,
    refused: [],
  })
  expect((await run(['do-not-call', 'check', numbers.at(-1)!, '--json'])).json).toMatchObject({
    listed: true,
  })
}, 60_000)
