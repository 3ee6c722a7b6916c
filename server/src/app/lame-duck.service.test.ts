import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/postgres/run-cluster.ts'
import { eventually, startTestService } from '../../test/service.ts'

it('stop: a node among others serves on for its lame-duck time, sends clients away, and then closes its port', async () => {
  const service = await startTestService({
    RINGKEY_DATABASE_URL: await freshDatabase(),
    RINGKEY_SECRET: 'the nodes of one installation share this secret',
    RINGKEY_LAME_DUCK_SECONDS: '7',
  })
  try {
    expect((await service.raw('/readyz')).status).toBe(200)
    const before = await service.post('initCall', { phone: '79161230001' })
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive'])

    service.beginStop()
    expect((await service.raw('/readyz')).body).toMatchObject({ status: false, serving: false })
    await service.clock.advance(6_900)
    const during = await service.post('initCall', { phone: '79161230002' })
    expect([during.status, during.headers.get('connection')]).toEqual([200, 'close'])
    const page = await service.raw('/cabinet/')
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])

    await service.clock.advance(200)
    await eventually(
      () =>
        service.post('initCall', { phone: '79161230003' }).then(
          ({ status }) => status,
          () => 'no connection',
        ),
      (answer) => answer === 'no connection',
    )
  } finally {
    await service.stop()
  }
})

it('stop: a single node refuses new work at once, and says that the request may be sent again', async () => {
  const service = await startTestService()
  try {
    const call = await service.post('initCall', { phone: '79161230001' })
    expect(call.status).toBe(200)
    service.beginStop()
    const refused = await service.post('initCall', { phone: '79161230002' })
    expect([refused.status, refused.headers.get('x-ringkey-retry')]).toEqual([503, 'safe'])
    const v2 = await service.raw('/v2/verifications', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.key}.${service.serviceId}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ phone: '+79161230003' }),
    })
    expect([v2.status, v2.headers.get('x-ringkey-retry')]).toEqual([503, 'safe'])
  } finally {
    await service.stop()
  }
})

it('stop: calls in progress get the seconds that the setting gives them', async () => {
  const service = await startTestService({ RINGKEY_DRAIN_SECONDS: '3' })
  const isServed = () =>
    service.raw('/health').then(
      () => true,
      () => false,
    )
  service.telephony.outcome = undefined
  try {
    await service.post('initCall', { phone: '79161230001' })
    service.beginStop()
    await service.clock.advance(2_900)
    expect(await isServed()).toBe(true)
    const servedAfterAMoment = () => service.clock.advance(200).then(isServed)
    await eventually(servedAfterAMoment, (served) => !served)
  } finally {
    await service.stop()
  }
})
