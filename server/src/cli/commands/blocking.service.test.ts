// What the operator blocks: client addresses, and numbers that must not be called.
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
