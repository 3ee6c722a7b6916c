import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitAs } from '../../../test/cabinet-member.ts'
import type { ManualClock } from '../../../test/manual-clock.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { closeOldMonthsOf } from '../../operations/close-ledger.ts'
import { createLog } from '../../platform/log.ts'

const dayMs = 86_400_000

let service: TestService
/** The same day, this many days later. */
const inDays = (days: number): ManualClock =>
  Object.assign(Object.create(service.clock), { now: () => service.clock.now() + days * dayMs })
const run = (days: number, ...typed: string[]) => ringkey(service.folder, typed, { clock: inDays(days) })
const folder = () => join(service.folder, 'ledger')
const call = async (phone: string) => {
  const { body } = await service.post('initCall', { phone })
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return service.get('getInfo', { uid: String(body.vendor_id) })
    },
    (info) => info.body.call_status !== -1,
  )
}
const present = () => new Date(service.clock.now()).toISOString().slice(0, 7)

beforeAll(async () => {
  service = await startTestService()
  for (const phone of ['79161230001', '79161230002', '79161230003']) await call(phone)
})
afterAll(() => service.stop())

it('ledger close: refuses the current month and a clock that has jumped ahead, and changes nothing', async () => {
  expect(await run(0, 'ledger', 'close', present())).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not over yet'),
  })
  expect(await run(45, 'ledger', 'close', present())).toMatchObject({
    code: 1,
    err: expect.stringContaining('ringkey retention trust-clock'),
  })
  expect((await run(0, 'ledger', 'close', '2026-13')).code).toBe(2)
  expect((await service.store.ledger({ accountId: 1, afterEntry: 0, limit: 10 })).length).toBe(4)
})

it('ledger close: the entries of a month go into a private file, and the books stay in order', async () => {
  const before = (await service.get('getBalance')).body
  await run(45, 'retention', 'trust-clock')
  const closed = await run(45, 'ledger', 'close', present(), '--json')
  // The last entry stays: the next audit starts from it.
  expect(closed.json).toMatchObject({ month: present(), accounts: 1, entries: 3 })
  const [file] = closed.json.files
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[1]).toMatchObject({ account: 1, entry: 2, kind: 'capture', amount: -0.8, note: 'flash' })
  expect(readFileSync(file, 'utf8')).not.toContain('7916123')
  expect((await run(45, 'audit', '--all', '--json')).json).toMatchObject({
    clean: true,
    entries: 4,
    read_entries: 1,
  })
  expect((await service.get('getBalance')).body).toEqual(before)
  expect((await run(45, 'ledger', 'close', present(), '--json')).json).toMatchObject({
    entries: 0,
    files: [],
  })
})

it('ledger page: says up to when entries are in the archive', async () => {
  const owner = await visitAs(service, 1, 'owner')
  const { items, archivedUntil } = (await owner.read('/money/ledger')).body
  expect(items.map(({ entry }: { entry: number }) => entry)).toEqual([4])
  expect(new Date(archivedUntil - 1).toISOString().slice(0, 7)).toBe(present())
})

it('ledger: old months are closed automatically once a day, never while the setting is 0', async () => {
  const { store } = service
  const close = (days: number, keptMonths: number) => {
    const clock = inDays(days)
    const deps = { store, clock, log: createLog('silent'), dataFolder: service.folder }
    return closeOldMonthsOf(deps, () => keptMonths)(() => false)
  }
  const rows = async () => (await store.ledger({ accountId: 1, afterEntry: 0, limit: 100 })).length
  // A crash has left half a line.
  const file = join(folder(), `${present()}.jsonl`)
  appendFileSync(file, '{"account":1')
  const before = await rows()
  await call('79161230004')
  await close(46, 0)
  await close(46, 2)
  expect(await rows()).toBe(before + 1)
  await run(90, 'retention', 'trust-clock')
  await close(90, 2)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line).entry)).toEqual([
    1, 2, 3, 4,
  ])
  expect(lines).toHaveLength(5)
  expect(await rows()).toBeLessThan(before + 1)
  expect((await run(90, 'audit', '--all')).code).toBe(0)
})
