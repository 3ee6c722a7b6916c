import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ManualTimers } from '../../../test/numbering/manual-timers.ts'
import type { Phone } from '../phone.ts'
import { type LookupServiceOptions, lookupService, readLookupAnswer } from './lookup-service.ts'

const phone: Phone = { e164: '79161234567', countryIso: 'RU', callingCode: 7, national: '9161234567' }
const other = (at: number): Phone => ({ ...phone, e164: `7916000${String(at).padStart(4, '0')}` })

async function serviceWith(answer: RequestListener, changed: Partial<LookupServiceOptions> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const timers = new ManualTimers()
  const problems: string[] = []
  const service = lookupService({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mnp?phone={phone}`,
    headers: { 'x-key': 'secret' },
    fields: { operator: 'operator', mnc: 'mnc', ported: 'ported' },
    timeoutMs: 800,
    hashKey: new Uint8Array(32).fill(7),
    timers,
    nowMs: () => timers.nowMs,
    onProblem: (message) => problems.push(message),
    ...changed,
  })
  return { service, asked, timers, problems }
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify(body))

describe('a lookup service', () => {
  it('is asked once, then the answer is cached for a day', async () => {
    const { service, asked, timers } = await serviceWith(
      json({ operator: 'mBEELINE', mnc: '25099', ported: true }),
    )
    expect(service.answered(phone)).toBeUndefined()
    await service.ask(phone)
    await service.ask(phone)
    expect(service.answered(phone)).toEqual({ id: 'mBEELINE', mnc: 99, inn: '', name: 'mBEELINE' })
    expect(asked).toEqual(['/mnp?phone=79161234567'])
    timers.nowMs += 24 * 3_600_000
    expect(service.answered(phone)).toBeUndefined()
    await service.ask(phone)
    expect(asked).toHaveLength(2)
  })

  it('that answers "not ported" is believed and not asked again', async () => {
    const { service, asked } = await serviceWith(json({ operator: 'MTS', ported: false }))
    await service.ask(phone)
    await service.ask(phone)
    expect(service.answered(phone)).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  it('is asked once for simultaneous look-ups of a number, and never for other countries', async () => {
    const { service, asked } = await serviceWith(json({ operator: 'MTS' }))
    await Promise.all([service.ask(phone), service.ask(phone), service.ask({ ...phone, countryIso: 'KZ' })])
    expect(asked).toHaveLength(1)
  })

  it('that does not answer is given up after the timeout', async () => {
    const { service, timers } = await serviceWith(() => {})
    const asking = service.ask(phone)
    expect(timers.waiting).toBe(1)
    timers.advance(800)
    await asking
    expect(service.answered(phone)).toBeUndefined()
    expect(timers.waiting).toBe(0)
  })

  it('that fails five times is not asked for 30 s, then tried with one request', async () => {
    let status = 500
    const { service, asked, timers, problems } = await serviceWith((request, response) =>
      json({ operator: 'MTS' }, status)(request, response),
    )
    for (let at = 0; at < 8; at += 1) await service.ask(other(at))
    expect(asked).toHaveLength(5)
    expect(problems).toEqual(['the number lookup service does not answer: HTTP 500'])
    timers.advance(30_000)
    await Promise.all([service.ask(other(1)), service.ask(other(2))])
    expect(asked).toHaveLength(6)
    await service.ask(other(2))
    expect(asked).toHaveLength(6)
    timers.advance(30_000)
    status = 200
    for (const at of [3, 4, 5]) await service.ask(other(at))
    expect(asked).toHaveLength(9)
  })

  it.each<[string, RequestListener]>([
    ['no JSON', (_, response) => response.end('<html>')],
    ['an endless answer', json({ operator: 'MTS', more: 'x'.repeat(100_000) })],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['an answer without the operator', json({})],
    ['a broken connection', (request) => request.destroy()],
  ])('that sends %s counts as failed, and the error names no number', async (_, answer) => {
    const { service, problems } = await serviceWith(answer)
    for (let at = 0; at < 5; at += 1) await service.ask(other(at))
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toMatch(/\d{5}/)
  })
})

describe('answer of a lookup service', () => {
  it.each([
    [{ data: { op: ' МТС ', net: 1 } }, { id: 'МТС', mnc: 1, inn: '', name: 'МТС' }],
    [{ data: { op: 'МТС', net: '250-01' } }, { id: 'МТС', mnc: 0, inn: '', name: 'МТС' }],
    [{ data: { op: 'МТС', net: '25020', moved: 'no' } }, undefined],
    [{ data: { op: 'МТС', net: '20', moved: 1 } }, { id: 'МТС', mnc: 20, inn: '', name: 'МТС' }],
  ])('%j', (body, expected) => {
    expect(readLookupAnswer(body, { operator: 'data.op', mnc: 'data.net', ported: 'data.moved' })).toEqual(
      expected,
    )
  })

  it.each([null, [], 'text', {}, { data: null }, { data: { op: {} } }])('%j is not an answer', (body) => {
    expect(() => readLookupAnswer(body, { operator: 'data.op' })).toThrow('the answer has no "data.op"')
  })
})
