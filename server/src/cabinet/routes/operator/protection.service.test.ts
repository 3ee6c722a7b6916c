import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { eventually, startTestService, type TestService } from '../../../../test/service.ts'
import { changed } from '../../../../test/store-contract/fixture.ts'
import { fullVersion } from '../../../platform/version.ts'

let service: TestService
let operator: CabinetVisitor
beforeAll(async () => {
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:hush@127.0.0.1:9/?key=hush',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer hush',
    RINGKEY_TRUST_PROXY: '127.0.0.1',
  })
  operator = await demoOperator(service)
})
afterAll(() => service.stop())

const look = async () => (await operator.read('/operator/protection')).body

describe('protection page', () => {
  it('blocks an address for the API at once, and unblocks it again', async () => {
    const block = (address: string) =>
      operator.write('/operator/protection/addresses', { address, note: 'abuse' })
    expect((await block('somewhere')).body.error.field).toBe('address')
    await block('203.0.113.0/24')
    const asked = () => service.get('getBalance', {}, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
    expect((await asked()).body.code).toBe(0)
    expect((await look()).blocked).toEqual([
      { address: '203.0.113.0/24', note: 'abuse', createdAt: service.clock.now() },
    ])
    const unblock = () =>
      operator.write('/operator/protection/addresses/remove', { address: '203.0.113.0/24' })
    expect((await unblock()).status).toBe(200)
    expect((await asked()).status).toBe(200)
    expect((await unblock()).status).toBe(404)
  })

  it('warns an operator who blocks their own address, and blocks it when the request is confirmed', async () => {
    const block = (address: string, more: object = {}) =>
      operator.write('/operator/protection/addresses', { address, note: '', ...more })
    for (const own of ['127.0.0.1', '127.0.0.0/8', ' 127.0.0.1 '])
      expect((await block(own)).body.error.code).toBe('own-address')
    expect((await look()).blocked).toEqual([])
    expect((await block('127.0.0.1', { evenOwn: true })).status).toBe(200)
    expect((await operator.read('/operator/protection')).body.error.code).toBe('address-blocked')
    await changed(service.store, 'unblockAddress', '127.0.0.1')
    await service.clock.advance(2_000)
    await eventually(look, ({ blocked }) => blocked?.length === 0)
  })

  it('blocks a destination for every customer and every mode, and serves it again', async () => {
    const block = (prefix: string) =>
      operator.write('/operator/protection/prefixes', { prefix, note: 'fraud' })
    for (const wrong of ['07999', '79991234', 'LV', ''])
      expect([wrong, (await block(wrong)).body.error.field]).toEqual([wrong, 'prefix'])
    const withEight = (await block('8 (916)')).body.error
    expect([withEight.field, withEight.message]).toEqual([
      'prefix',
      expect.stringContaining('for Russia write 7, not 8'),
    ])
    expect((await block('+7 (999)')).status).toBe(200)
    expect((await look()).prefixes).toEqual([
      { prefix: '7999', note: 'fraud', createdAt: service.clock.now() },
    ])
    for (const more of [{}, { voice: true }])
      expect((await service.post('initCall', { phone: '79991234567', ...more })).body).toMatchObject({
        code: 9,
        error: 'The operator does not serve this destination.',
      })
    const waits = await service.post('inboundCallWaiting', {
      phone: '79991234567',
      callback_url: 'https://shop.example/hook',
    })
    expect(waits.body.code).toBe(9)
    expect((await service.post('initCall', { phone: '79161239901' })).body.status).toBe(true)
    await operator.write('/operator/protection/prefixes/remove', { prefix: '7999' })
    expect((await service.post('initCall', { phone: '79991234567' })).body.status).toBe(true)
  })

  it('says whose programs call from an address before it is blocked', async () => {
    await service.get('getBalance', {}, { headers: { 'X-Forwarded-For': '198.51.100.7' } })
    await service.clock.advance(2_000)
    const use = async (address: string) =>
      (await operator.write('/operator/protection/addresses/use', { address })).body
    await eventually(
      () => use('198.51.100.0/24'),
      ({ requests }) => requests === 1,
    )
    expect((await use('198.51.100.0/24')).customers).toHaveLength(1)
    expect(await use('192.0.2.0/24')).toEqual({ requests: 0, customers: [] })
  })

  it('stores numbers of the do-not-call list as masks and hashes only', async () => {
    const act = async (word: string) =>
      (await operator.write('/operator/protection/do-not-call', { phone: '8 (916) 123-45-67', action: word }))
        .body
    expect(await act('check')).toEqual({ phoneMask: '7916***4567', since: null })
    expect(await act('add')).toEqual({ phoneMask: '7916***4567', since: service.clock.now() })
    expect((await service.post('initCall', { phone: '79161234567' })).body.code).toBe(21)
    expect((await look()).doNotCall).toEqual({
      total: 1,
      entries: [{ phoneMask: '7916***4567', since: service.clock.now(), reason: '' }],
    })
    expect(await act('remove')).toEqual({ phoneMask: '7916***4567', since: null })
    const actions = (await operator.read('/operator/actions?group=changes')).body
    expect(actions.items[0]).toMatchObject({
      action: 'do-not-call',
      facts: { phoneMask: '7916***4567', listed: false },
    })
    expect(JSON.stringify([actions, service.logged])).not.toContain('9161234567')
  })

  it('shows the caps with their owners and the limits in force', async () => {
    await operator.write('/operator/caps', {
      scope: `service:${service.serviceId}`,
      perHour: '0.1',
      perDay: '',
    })
    await operator.write('/operator/caps', { scope: 'prefix:77', perHour: '', perDay: '5' })
    expect(await look()).toMatchObject({
      caps: [
        { scope: 'prefix:77', perHour: 0, perDay: 5, owner: '' },
        { scope: `service:${service.serviceId}`, perHour: 0.1, perDay: 0, owner: 'Demo' },
      ],
      limits: {
        gapSeconds: 15,
        perMinute: 4,
        perDay: 30,
        blockHours: 10,
        ratePerAddress: 0,
        ratePerService: 0,
      },
    })
  })
})

describe('nodes and alarms', () => {
  it('show an alarm for a spend cap that refuses calls, and remove it when that stops', async () => {
    expect((await service.post('initCall', { phone: '79161234568' })).body.code).toBe(1002)
    const alarms = async () => {
      await service.clock.advance(5_000)
      return (await operator.read('/operator/alarms')).body.open
    }
    await eventually(alarms, (open) => open.length === 1)
    expect(await alarms()).toMatchObject([{ kind: 'spend-cap', subject: `service:${service.serviceId}` }])
    await service.clock.leap(16 * 60_000)
    await eventually(alarms, (open) => open.length === 0)
  })

  it('show this node, its settings without secrets, and the result of the audit', async () => {
    const audit = (await operator.write('/operator/audit')).body
    expect(audit).toMatchObject({ accounts: 1, unbalancedAccounts: [], wrongHolds: [] })
    const { fleet, thisNode, settings, audit: last } = (await operator.read('/operator/nodes')).body
    expect(last).toEqual(audit)
    expect(fleet).toMatchObject([{ state: 'live', isThis: true, version: fullVersion, calls: 0 }])
    expect(thisNode).toMatchObject({ store: 'SQLite', version: '0.1.0', callsNow: 0 })
    expect(thisNode.memoryBytes).toBeGreaterThan(10_000_000)
    const named = (name: string) => settings.find((setting: { name: string }) => setting.name === name)
    expect(named('OTEL_EXPORTER_OTLP_HEADERS')).toMatchObject({ value: '', secret: true, isSet: true })
    expect(named('OTEL_EXPORTER_OTLP_ENDPOINT').value).toBe('http://…@127.0.0.1:9/?key=…')
    expect(named('RINGKEY_NUMBER_LIMIT')).toMatchObject({ value: '15s,4/min,30/day,10h', isDefault: true })
    expect(JSON.stringify(settings)).not.toContain('hush')
  })

  it("show the operators' log in pages", async () => {
    for (let turn = 0; turn < 31; turn++) await operator.write('/operator/audit')
    const first = (await operator.read('/operator/actions?group=changes')).body
    expect(first.items).toHaveLength(30)
    expect(first.items[0]).toMatchObject({ action: 'books-audited', facts: {}, ip: '127.0.0.1' })
    const second = (await operator.read(`/operator/actions?before=${first.next}`)).body
    expect(second.items[0].id).toBeLessThan(first.items.at(-1).id)
    expect(second.next).toBeNull()
  })
})
