import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetVisitor, demoOperator, signedUp } from '../../../test/cabinet-visitor.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import type { Answer } from '../api.ts'

describe('the demo phone', () => {
  let service: TestService
  let visitor: CabinetVisitor
  beforeAll(async () => {
    service = await startTestService({ RINGKEY_SIP_PORT: '0' }, { hasSip: true })
    visitor = await demoOperator(service)
  })
  afterAll(() => service?.stop())

  it('rings with the code in the last four digits of the calling number', async () => {
    const { serviceId } = service
    const { body } = await visitor.write('/trials', { serviceId, mode: 'flash', phone: '+79161230001' })
    expect(body).toMatchObject({ vendorId: expect.any(Number), code: expect.stringMatching(/^\d{4}$/) })
    const calls = await eventually(
      async () => (await visitor.read('/phone/calls')).body as Answer<'/phone/calls'>,
      (seen) => seen.length > 0,
      15_000,
    )
    expect(calls[0]).toMatchObject({ direction: 'in', to: '79161230001', mode: 'flash' })
    expect(calls[0]!.from.slice(-4)).toBe(body.code)
  })

  it('of another demo account is its own, without the calls of the first', async () => {
    const stranger = await signedUp(service, 'stranger@example.com')
    expect((await visitor.read('/phone/calls')).body).not.toEqual([])
    const [call] = (await visitor.read('/phone/calls')).body as Answer<'/phone/calls'>
    expect((await stranger.read('/phone/calls')).body).toEqual([])
    expect((await stranger.write(`/phone/calls/${call!.id}/answer`)).status).toBe(404)
    expect((await stranger.read(`/phone/calls/${call!.id}/recording`)).status).toBe(404)

    await stranger.write('/phone/dial', { from: '79161230009', to: '74951230001' })
    const [own, ...others] = await eventually(
      async () => (await stranger.read('/phone/calls')).body as Answer<'/phone/calls'>,
      (seen) => seen.length > 0,
    )
    expect(own).toMatchObject({ direction: 'out', from: '79161230009' })
    expect(others).toEqual([])
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

  it('stops its stream after a sign-out', { timeout: 30_000 }, async () => {
    const leaving = await demoOperator(service)
    const stream = await fetch(`${service.baseUrl}/cabinet/api/phone/events`, { headers: leaving.headers() })
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

it('demo phone: does not exist without the demo trunk', async () => {
  const service = await startTestService()
  const visitor = await demoOperator(service)
  for (const path of ['/phone/events', '/phone/calls', '/phone/calls/1/recording']) {
    expect((await visitor.read(path)).status).toBe(404)
  }
  const phone = { from: '79161230005', to: '74951230001' }
  for (const path of ['/phone/dial', '/phone/calls/1/answer']) {
    expect((await visitor.write(path, phone)).status).toBe(404)
  }
  await service.stop()
})
