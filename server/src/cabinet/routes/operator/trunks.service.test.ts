import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator } from '../../../../test/cabinet-visitor.ts'
import { openClient } from '../../../../test/contract/scene.ts'
import { eventually, startTestService, type TestService } from '../../../../test/service.ts'
import { admitted, callTo, ended } from '../../../../test/store-contract/fixture.ts'
import { Carrier } from '../../../telephony/simulator/carrier.ts'
import type { Answer } from '../../api.ts'
import type { AllWaysLine, TestCallLine, TrunkView } from '../../views/operator/trunks.ts'

let service: TestService
let operator: CabinetVisitor
let carrier: Carrier
let endedCalls = 0
beforeAll(async () => {
  service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasSip: true })
  operator = await demoOperator(service)
  carrier = await Carrier.open({
    onEvent: ({ kind }) => {
      if (kind === 'ended') endedCalls += 1
    },
  })
})
afterAll(async () => {
  await carrier.close()
  await service.stop()
})

const trunk = async (name: string): Promise<TrunkView | undefined> => {
  const { trunks } = (await operator.read('/operator/trunks')).body as Answer<'/operator/trunks'>
  return trunks.find((one) => one.name === name)
}
const linesOf = <Line = TestCallLine>(body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

describe('trunks', () => {
  it('are added, seen healthy, changed and removed, and every change is noted', async () => {
    const settings = { host: '127.0.0.1', port: carrier.port, flashRingMs: 1_500 }
    const added = await operator.write('/operator/trunks', { name: 'north', settings, password: 'hush-hush' })
    expect(added.status).toBe(200)
    const seen = await eventually(
      () => trunk('north'),
      (view) => (view?.live?.probes.length ?? 0) > 0,
    )
    expect(seen).toMatchObject({
      demo: false,
      hasPassword: true,
      unusable: '',
      numbers: 0,
      settings: { host: '127.0.0.1', callsAtOnce: 200 },
      live: { reachable: true, breaker: 'closed', inFlight: 0, registration: 'not-needed' },
    })
    expect(seen?.live?.probes[0]).toMatchObject({ answered: true, said: '200 OK' })

    await operator.write('/operator/trunks/north', { settings: { enabled: false, callsAtOnce: 7 } })
    expect(await trunk('north')).toMatchObject({
      hasPassword: true,
      settings: { enabled: false, callsAtOnce: 7 },
    })
    await operator.write('/operator/trunks/north', { settings: { enabled: true }, password: null })
    expect((await trunk('north'))?.hasPassword).toBe(false)

    const trunkChanged = (changes: object) => ({
      email: 'demo@ringkey.local',
      action: 'trunk.change',
      facts: { trunk: 'north', changes },
    })
    expect((await operator.read('/operator/actions?group=changes')).body.items).toMatchObject([
      trunkChanged({ enabled: ['false', 'true'], password: null }),
      trunkChanged({ enabled: ['true', 'false'], callsAtOnce: [expect.any(String), '7'] }),
      { email: 'demo@ringkey.local', action: 'trunk.add', facts: { trunk: 'north' } },
    ])
    const everything = JSON.stringify([(await operator.read('/operator/trunks')).body, service.logged])
    expect(everything).not.toContain('hush-hush')
  })

  it('refuse an invalid setting and name its field', async () => {
    const add = async (name: string, settings: object) => {
      const { status, body } = await operator.write('/operator/trunks', { name, settings })
      return [status, body.error?.code, body.error?.field]
    }
    expect(await add('Bad Name', { host: '127.0.0.1' })).toEqual([400, 'wrong-field', 'name'])
    expect(await add('north', { host: '127.0.0.1' })).toEqual([409, 'name-taken', 'name'])
    expect(await add('south', {})).toEqual([400, 'wrong-field', 'host'])
    expect(await add('south', { host: '127.0.0.1', port: 0 })).toEqual([400, 'wrong-field', 'port'])
    expect(await add('south', { host: '127.0.0.1', colour: 'red' })).toEqual([400, 'wrong-field', 'colour'])
    expect(await add('south', { host: '203.0.113.7' })).toEqual([400, 'out-of-reach', 'host'])
    expect(await add('south', { host: '127.0.0.1', register: true })).toEqual([
      400,
      'wrong-field',
      'authUser',
    ])
    const demo = await operator.write('/operator/trunks/simulator', { settings: { enabled: false } })
    expect([demo.status, demo.body.error.code]).toEqual([409, 'demo-trunk'])
    expect((await operator.write('/operator/trunks/simulator/remove')).status).toBe(409)
    expect((await operator.write('/operator/trunks/nowhere/remove')).status).toBe(404)
  })

  it('have a test call whose SIP messages are streamed without the number', async () => {
    const call = (phone: string) => operator.write('/operator/trunks/north/test', { phone, mode: 'flash' })
    expect(linesOf((await call('+7 916 123-45-67')).body)).toEqual([{ kind: 'failed', code: 'no-number' }])
    await operator.write('/operator/pools/ranges', { range: '74951230042', trunks: ['north'] })
    const answer = await call('+7 916 123-45-67')
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = linesOf(answer.body)
    const titles = lines.flatMap((line) => (line.kind === 'step' ? [`${line.direction} ${line.title}`] : []))
    for (const title of ['sent INVITE', 'received 180 Ringing to INVITE', 'sent CANCEL', 'sent ACK'])
      expect(titles).toContain(title)
    expect(lines.at(-1)).toMatchObject({ kind: 'result', completed: true, reason: 'rang', code: '0042' })
    expect(answer.body + service.logged.join('')).not.toContain('9161234567')

    expect(linesOf((await call('79005550100')).body).at(-1)).toMatchObject({
      completed: false,
      reason: 'busy',
    })
    expect((await call('123')).body.error).toMatchObject({ code: 'no-phone', field: 'phone' })
    const demo = await operator.write('/operator/trunks/simulator/test', {
      phone: '79005550101',
      mode: 'flash',
    })
    expect(linesOf(demo.body).at(-1)).toMatchObject({ kind: 'result', reason: 'busy' })
    expect((await operator.read('/operator/actions?group=changes')).body.items[0]).toMatchObject({
      action: 'test-call',
      facts: { trunk: 'simulator', phoneMask: '7900***0101', mode: 'flash' },
    })
  })

  it('stop a test call when its client disconnects, and accept the next one', async () => {
    await operator.write('/operator/trunks/north', { settings: { flashRingMs: 20_000 } })
    for (let left = 0; left < 3; left++) {
      const before = endedCalls
      await leaveAtFirstLine('/operator/trunks/north/test', { phone: '79161234567', mode: 'flash' })
      await eventually(
        async () => endedCalls,
        (ended) => ended > before,
      )
    }
    await operator.write('/operator/trunks/north', { settings: { flashRingMs: 1_500 } })
    const next = await eventually(
      () => operator.write('/operator/trunks/north/test', { phone: '79161234567', mode: 'flash' }),
      ({ status }) => status === 200,
    )
    expect(linesOf(next.body).at(-1)).toMatchObject({ kind: 'result', reason: 'rang' })
  })

  it('stream the test of all ways, end it with a report, and log it', async () => {
    await operator.write('/operator/trunks/north', { settings: { incomingCalls: false } })
    const answer = await operator.write('/operator/trunks/north/test-all', {})
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = linesOf<AllWaysLine>(answer.body)
    const found = lines.flatMap((line) =>
      line.kind === 'checked' ? [`${line.checked.way}: ${line.checked.finding}`] : [],
    )
    expect(found).toEqual([
      'registration: does-not-register',
      'options: answers',
      'ringing: no-phone',
      'declined: no-phone',
      'voice: no-phone',
      'inbound: incoming-off',
    ])
    const last = lines.at(-1)
    expect(last?.kind === 'report' && last.text).toContain('1 passed, 0 failed, 5 left out.')
    expect((await operator.read('/operator/actions')).body.items[0]).toMatchObject({
      action: 'trunk-tested',
      facts: { trunk: 'north', phoneMask: '' },
    })
    expect((await operator.write('/operator/trunks/nowhere/test-all', {})).status).toBe(404)
  })

  it('explain which trunk a number would take, without storing the number', async () => {
    const ask = async (body: object) => (await operator.write('/operator/routes', body)).body
    const real = await ask({ phone: '89161234567', mode: 'voice', demo: false })
    expect(real).toMatchObject({
      kind: 'routed',
      phoneMask: '7916***4567',
      country: 'RU',
      why: 'only',
      trunks: [
        { trunk: 'north', verdict: 'chosen', place: 1 },
        { trunk: 'simulator', verdict: 'demo-only', place: null },
      ],
    })
    const flash = await ask({ phone: '89161234567', mode: 'flash', demo: false })
    expect(flash).toMatchObject({ kind: 'no-way' })
    const demo = await ask({ phone: '89161234567', mode: 'flash', demo: true })
    expect(demo.trunks[0]).toMatchObject({ trunk: 'simulator', verdict: 'chosen' })
    expect(service.logged.join('')).not.toContain('9161234567')
  })

  it('are chosen by their calls and prices, which the answer for a number shows', async () => {
    const { store, clock } = service
    const { accountId, id: serviceId } = await openClient(service)
    for (let nth = 0; nth < 4; nth++) {
      const startedAt = clock.now()
      const place = { accountId, serviceId }
      const call = callTo(`7916777000${nth}`, place, { startedAt, deadlineAt: startedAt + 60_000 })
      const attempts = [{ trunk: 'north', reason: nth === 0 ? 'unreachable' : 'rang', stage: 'ringing' }]
      const details = JSON.stringify({ trunk: 'north', attempts })
      await store.settle({ ...ended(call, await admitted(store, call), nth > 0), details })
    }
    await operator.write('/operator/trunks/north', {
      settings: { prices: { 7: '0.30/attempt' }, routing: { ru: '120%' } },
    })
    const ask = async () =>
      (await operator.write('/operator/routes', { phone: '89167770000', mode: 'flash', demo: false })).body
    const answer = await eventually(
      async () => {
        await clock.advance(5_000)
        return ask()
      },
      ({ trunks }) => trunks[0].of > 0,
    )
    expect(answer.trunks[0]).toMatchObject({
      trunk: 'north',
      rate: 0.75,
      of: 4,
      by: 'delivered',
      cost: 0.3,
      rule: '120 %',
    })
    const wrong = await operator.write('/operator/trunks/north', { settings: { prices: { 7: 'free' } } })
    expect([wrong.status, wrong.body.error.field]).toEqual([400, 'prices'])
  })

  it('are removed with their numbers', async () => {
    expect((await operator.write('/operator/trunks/north/remove')).status).toBe(200)
    expect(await trunk('north')).toBeUndefined()
    expect((await service.store.callerRanges()).filter(({ trunk }) => trunk === 'north')).toEqual([])
  })
})

/** Disconnects after the first bytes of the answer. */
async function leaveAtFirstLine(path: string, body: unknown): Promise<void> {
  const left = new AbortController()
  const response = await fetch(`${service.baseUrl}/cabinet/api${path}`, {
    method: 'POST',
    headers: { ...operator.headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: left.signal,
  })
  await response.body?.getReader().read()
  left.abort()
}
