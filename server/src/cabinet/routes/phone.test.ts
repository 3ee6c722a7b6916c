import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import type { PhoneCallView } from '../views/phone.ts'

interface Visitor {
  readonly headers: Readonly<Record<string, string>>
  read(path: string): ReturnType<TestService['raw']>
  write(path: string, body?: unknown): ReturnType<TestService['raw']>
}

async function enterDemo({ raw }: TestService): Promise<Visitor> {
  const own = { 'X-Ringkey-Cabinet': '1', 'Content-Type': 'application/json' }
  const entered = await raw('/cabinet/api/session/demo', { method: 'POST', headers: own, body: '{}' })
  const headers = { Cookie: entered.headers.get('set-cookie')!.split(';')[0]! }
  return {
    headers,
    read: (path) => raw(`/cabinet/api${path}`, { headers }),
    write: (path, body = {}) =>
      raw(`/cabinet/api${path}`, {
        method: 'POST',
        headers: { ...own, ...headers },
        body: JSON.stringify(body),
      }),
  }
}

describe('the demo phone', () => {
  let service: TestService
  let visitor: Visitor
  beforeAll(async () => {
    service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasLine: true })
    visitor = await enterDemo(service)
  })
  afterAll(() => service?.stop())

  it('rings with the code that it was told in the last four digits', async () => {
    const { status, body } = await visitor.write('/phone/ring', { mode: 'flash', phone: '+79161230001' })
    expect([status, body]).toEqual([
      200,
      { vendorId: expect.any(Number), code: expect.stringMatching(/^\d{4}$/) },
    ])
    const calls = await eventually(
      async () => (await visitor.read('/phone/calls')).body as PhoneCallView[],
      (seen) => seen.length > 0,
      15_000,
    )
    expect(calls[0]).toMatchObject({ direction: 'in', to: '79161230001' })
    expect(calls[0]!.from.slice(-4)).toBe(body.code)
    const record = await service.store.verification(body.vendorId)
    expect(record).toMatchObject({
      serviceId: service.serviceId,
      mode: 'flash',
      code: body.code,
      test: false,
    })
    const [action] = await service.store.actions({ accountId: record!.accountId, limit: 1 })
    expect(action?.action).toBe(`verification ${body.vendorId} from the demo phone`)
  })

  it('says why it does not ring', async () => {
    const ring = async (phone: string) => {
      const { status, body } = await visitor.write('/phone/ring', { mode: 'flash', phone })
      return [status, body.error?.code]
    }
    expect(await ring('79161230002')).toEqual([200, undefined])
    expect(await ring('79161230002')).toEqual([409, 'refused-wait'])
    expect(await ring('12345')).toEqual([400, 'wrong-field'])
    expect(await ring('+7 916')).toEqual([400, 'wrong-field'])
    const { accountId } = (await service.store.service(service.serviceId))!
    for (const { id } of await service.store.services(accountId)) {
      await service.store.changeService({ id, status: 'off', at: service.clock.now() })
    }
    expect(await ring('79161230003')).toEqual([409, 'no-service-to-call'])
  })

  it('dials phone numbers and nothing else', async () => {
    const busy = { from: '+79161230004', to: '74951230001' }
    expect((await visitor.write('/phone/dial', busy)).body).toEqual({
      result: expect.stringMatching(/busy|refused/),
    })
    const wrong = { from: '79161230004', to: 'sip:x@example.com' }
    expect((await visitor.write('/phone/dial', wrong)).body.error).toMatchObject({ field: 'to' })
    expect((await visitor.write('/phone/calls/9999/answer')).status).toBe(404)
    expect((await visitor.write('/phone/calls/x/answer')).status).toBe(404)
  })

  it('falls silent for whoever has signed out', { timeout: 30_000 }, async () => {
    const leaving = await enterDemo(service)
    const stream = await fetch(`${service.baseUrl}/cabinet/api/phone/events`, { headers: leaving.headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.headers.get('content-security-policy')).toContain("default-src 'none'")
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('event: calls')
    let hasEnded = false
    const rest = (async () => {
      while (!(await reader.read()).done);
      hasEnded = true
    })()
    await service.clock.advance(10_000)
    expect(hasEnded).toBe(false)
    await leaving.write('/session/end')
    await eventually(
      () => service.clock.advance(10_000),
      () => hasEnded,
      15_000,
    )
    await rest
  })
})

it('is nowhere without a line of the demo', async () => {
  const service = await startTestService()
  const visitor = await enterDemo(service)
  for (const path of ['/phone/events', '/phone/calls', '/phone/calls/1/recording']) {
    expect((await visitor.read(path)).status).toBe(404)
  }
  const phone = { mode: 'flash', phone: '79161230005', from: '79161230005', to: '74951230001' }
  for (const path of ['/phone/dial', '/phone/ring', '/phone/calls/1/answer']) {
    expect((await visitor.write(path, phone)).status).toBe(404)
  }
  await service.stop()
})
