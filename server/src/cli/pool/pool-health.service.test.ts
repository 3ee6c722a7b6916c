import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../test/cabinet-visitor.ts'
import { fixedFile } from '../../../test/numbering/sample-registry.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { ensureDemoTrunk } from '../../telephony/demo-trunk.ts'

let service: TestService
let operator: CabinetVisitor
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
  for (const trunk of ['north', 'south']) await run('trunk', 'add', trunk, 'host=127.0.0.1')
  await run('pool', 'add', '73012110000-73012119999', '--trunk', 'north')
  await run('pool', 'add', '73012120000-73012120499', '--trunk', 'south')
})
afterAll(() => service.stop())

it('pool health: counts the codes that one range alone shows, and the calls of the busiest hour', async () => {
  const ranges = async () => (await run('pool', 'health', '--json')).json.ranges
  const busy_hour = { calls_per_number: 0, lacking: 0, short_calls_per_hour: 0, is_budget_short: false }
  expect(await ranges()).toMatchObject([
    {
      trunk: 'north',
      numbers: 10_000,
      quarantined_numbers: 0,
      busy_hour,
      least_covered: { codes: 9_500 },
      replace: [],
    },
    { trunk: 'south', numbers: 500, busy_hour, least_covered: { codes: 0, thousands: [] } },
  ])
  expect((await run('pool', 'health')).out).toMatch(/north .* 9500: 1000-1999, 2000-2999, 3000-3999/)
  const added = ['73012130000-73012139999', '--trunk', 'south']
  await run('pool', 'add', ...added)
  expect(await ranges()).toMatchObject([{ least_covered: { codes: 0 } }, {}, { least_covered: { codes: 0 } }])
  expect((await run('pool', 'remove', ...added, '--yes')).code).toBe(0)
})

it('pool health: shows paused numbers, which can be tried again by hand', async () => {
  const finding = { refusal: 'declined', hits: 9, of: 10, usual: 0.1 } as const
  const number = { first: '73012110042', last: '73012110042', trunk: 'north' }
  const released = { range: '73012110042', trunk: 'north' }
  const times = { strikes: 1, since: service.clock.now(), until: service.clock.now() + 1, fromDay: 0 }
  await service.store.changeNumberQuarantines({
    saved: [{ ...number, state: 'quarantined', ...times, before: null, finding }],
    removed: [],
  })
  const health = await run('pool', 'health')
  expect(health.out).toContain('people decline: 9 of 10, usually 10 %')
  expect(health.out).toContain('1 numbers paused')
  expect((await run('pool', 'health', '--json')).json.ranges[0]).toMatchObject({ quarantined_numbers: 1 })
  const view = (await operator.read('/operator/caller-id-health')).body
  expect(view).toMatchObject({
    isOn: true,
    quarantines: [{ ...number, state: 'quarantined' }],
    quarantinesLeftOut: 0,
  })
  expect((await run('pool', 'release', '73012110042', '--trunk', 'north')).code).toBe(0)
  expect((await operator.write('/operator/caller-id-health/release', released)).status).toBe(404)
  expect((await run('pool', 'health')).out).toContain('being retested')
})

it('pool label: notes what phones show beside a range', async () => {
  const label = await run('pool', 'label', '73012120000-73012120499', '--trunk', 'south', '--text', 'Acme')
  expect(label).toMatchObject({ code: 0, out: 'Noted for 1 of 1 trunks.\n' })
  expect((await run('pool', 'list')).out).toContain('73012120000-73012120499  south  Acme')
  const range = { first: '73012120000', last: '73012120499', trunk: 'south' }
  const texts = { label: 'Acme', category: 'Codes' }
  const asked = { range: '73012120000-73012120499', trunks: ['south'], ...texts }
  await operator.write('/operator/pools/ranges/label', asked)
  expect((await service.store.callerRanges()).at(-1)).toEqual({ ...range, label: 'Acme', category: 'Codes' })
  expect((await run('pool', 'label', '73012120000', '--trunk', 'south')).code).toBe(1)
})

it('pool check: names numbers that the registry gives to another network than those of the trunk', async () => {
  expect((await run('pool', 'check')).code).toBe(0)
  await run('trunk', 'set', 'north', 'number-operators=Ростелеком')
  await run('trunk', 'set', 'south', 'number-operators=МТС, МегаФон')
  // Nothing is known before the registry is imported.
  expect((await run('pool', 'check')).code).toBe(0)
  const file = join(service.folder, 'fixed.csv')
  writeFileSync(file, fixedFile)
  expect((await run('registry', 'import', file)).code).toBe(0)
  const check = await run('pool', 'check')
  expect(check.code).toBe(1)
  expect(check.out).toContain(
    '73012120000-73012120499  on south: the registry gives them to Ростелеком, not to МТС, МегаФон',
  )
  expect(check.out).not.toContain('on north')
  await run('trunk', 'set', 'south', 'number-operators=ПАО «РОСТЕЛЕКОМ»')
  expect((await run('pool', 'check')).code).toBe(0)
  // Numbers that are given to nobody.
  await run('pool', 'add', '73013999000-73013999999', '--trunk', 'south')
  expect((await run('pool', 'check')).out).toContain('to nobody')
})

it('pool health: shows the numbers of the demo while the demo is on', async () => {
  await ensureDemoTrunk(service.store, service.clock.now())
  const shown = async (RINGKEY_DEMO: string) =>
    (
      await ringkey(service.folder, ['pool', 'health'], {
        clock: service.clock,
        environment: { RINGKEY_DEMO },
      })
    ).out
  expect(await shown('on')).toMatch(/simulator +10000/)
  expect(await shown('off')).not.toContain('simulator')
})
