import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('node list: shows the single node of the embedded store, and marks it as lost when its heartbeat stops', async () => {
  const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
  expect((await run('node', 'list', '--json')).json).toEqual([
    {
      id: 'local',
      state: 'live',
      version: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{12})?$/),
      address: `${hostname()}:${new URL(service.baseUrl).port}`,
      started: '2026-01-15T12:00:00.000Z',
      seen: '2026-01-15T12:00:00.000Z',
      calls: 0,
    },
  ])
  await service.clock.advance(10_000)
  expect((await run('node', 'list')).out).toMatch(/^local +live .* 2026-01-15 12:00:10 +0$/m)
  const later = new ManualClock(service.clock.now() + 30_000)
  const lost = await ringkey(service.folder, ['node', 'list', '--json'], { clock: later })
  expect(lost.json).toMatchObject([{ id: 'local', state: 'lost' }])
})
