import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('capacity: gives the number of channels for a number of calls', async () => {
  const { code, json } = await run('capacity', '7.005', '--call-seconds', '12', '--blocked', '1', '--json')
  expect(code).toBe(0)
  expect(json).toMatchObject({ channels: 100, nodes: 2 })
  expect(json.measured).toContain('nodes')
  expect((await run('capacity', 'many')).code).toBe(2)
})

it('retention trust-clock: deletes expired records long after the last deletion, which nothing else does', async () => {
  const started = await service.post('initCall', { phone: '79161234567' })
  await service.clock.advance(1_000)
  const uid = String(started.body.vendor_id)
  await eventually(
    () => service.get('getInfo', { uid }),
    ({ body }) => body.call_status !== -1,
  )
  const inHalfAYear = {
    clock: Object.assign(Object.create(service.clock), { now: () => service.clock.now() + 181 * 86_400_000 }),
  }
  expect((await ringkey(service.folder, ['purge'], inHalfAYear)).code).toBe(2)
  expect(await service.store.call(Number(uid))).toBeDefined()
  const later = await ringkey(service.folder, ['retention', 'trust-clock', '--json'], inHalfAYear)
  expect(later.json.deleted).toBeGreaterThan(0)
  expect(await service.store.call(Number(uid))).toBeUndefined()
})
