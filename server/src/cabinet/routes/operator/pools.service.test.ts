import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { defaultTrunkSettings } from '../../../storage/queries/trunks.ts'
import type { Answer } from '../../api.ts'

let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService()
  operator = await demoOperator(service)
  const settings = { ...defaultTrunkSettings, host: '127.0.0.1', prefixes: ['7'] }
  await service.store.saveTrunk({ name: 'north', demo: false, settings, sealedPassword: null, updatedAt: 0 })
})
afterAll(() => service.stop())

const look = async () => (await operator.read('/operator/pools')).body as Answer<'/operator/pools'>
const covers = (map: string, code: number) =>
  (Buffer.from(map, 'base64')[code >> 3]! & (0x80 >> (code & 7))) !== 0

const unmarked = { tollFree: false, countries: [], thanks: false }

describe('number pools', () => {
  it('show which codes a range covers, and whether they can be guessed', async () => {
    const add = (range: string, trunks = ['north']) =>
      operator.write('/operator/pools/ranges', { range, trunks })
    expect((await add('7495-')).body.error).toMatchObject({ code: 'bad-range', field: 'range' })
    expect((await add('74951230000', ['nowhere'])).body.error.field).toBe('trunks')
    await add('+74951230000-74951230499')
    const { coverage, ranges } = await look()
    expect(ranges).toContainEqual({
      first: '74951230000',
      last: '74951230499',
      trunk: 'north',
      numbers: 500,
      demo: false,
      label: '',
      category: '',
    })
    expect(coverage).toMatchObject([{ prefix: '7', trunks: ['north'], codes: 499, verdict: 'alarm' }])
    const { map } = coverage[0]!
    expect([0, 1, 499, 500].map((code) => covers(map, code))).toEqual([false, true, true, false])

    const remove = () =>
      operator.write('/operator/pools/ranges/remove', {
        range: '74951230000-74951230499',
        trunks: ['north'],
      })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await look()).coverage).toMatchObject([{ codes: 0, verdict: 'refuse' }])
  })

  it('add and remove confirmation numbers, and mark those of the demo', async () => {
    const before = (await look()).confirmation
    expect(before.every(({ demo }) => demo)).toBe(true)
    const added = await operator.write('/operator/pools/confirmation', {
      ranges: ['74957770001-74957770003'],
    })
    expect(added.body).toEqual({ added: 3, known: 0 })
    expect((await operator.write('/operator/pools/confirmation', { ranges: ['x'] })).body.error.code).toBe(
      'bad-range',
    )
    expect((await look()).confirmation).toContainEqual({
      number: '74957770002',
      demo: false,
      trunks: [],
      ...unmarked,
    })
    const bind = (trunks: string[]) =>
      operator.write('/operator/pools/confirmation', { ranges: ['74957770002'], trunks })
    expect((await bind(['nowhere'])).body.error).toMatchObject({ field: 'trunks' })
    expect((await bind(['north'])).body).toEqual({ added: 0, known: 1 })
    expect((await look()).confirmation).toContainEqual({
      number: '74957770002',
      demo: false,
      trunks: ['north'],
      ...unmarked,
    })
    const removed = await operator.write('/operator/pools/confirmation/remove', {
      numbers: ['74957770001', '74957770002', '74957770003'],
    })
    expect(removed.body).toEqual({ removed: 3, unknown: 0 })
    expect((await look()).confirmation).toEqual(before)
    const actions = (await operator.read('/operator/actions?group=changes')).body.items
    expect(actions[0]).toMatchObject({
      action: 'confirm-pool.remove',
      facts: { count: 3, first: '74957770001' },
    })
  })
})
