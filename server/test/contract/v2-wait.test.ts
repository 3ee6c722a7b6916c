import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually, startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service)
  service.telephony.placed.length = 0
  service.telephony.outcome = undefined
})

/** From the metrics. */
const waiting = async () => {
  const { body } = await service.raw(service.metricsUrl)
  return Number(/^ringkey_http_waiting_requests (\d+)$/m.exec(body)?.[1])
}
const untilWaiting = (count: number) => eventually(waiting, (seen) => seen === count)

it('[V2-40] a read of a verification with wait is answered at its next change', async () => {
  const { body } = await client.create({ phone: freshPhone() })
  const asked = client.read(body.id, '?wait=25')
  await untilWaiting(1)
  service.telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  await service.clock.advance(1_000)
  expect((await asked).body).toMatchObject({ version: 2, steps: [{ status: 'delivered' }, {}] })
  const approved = client.read(body.id, '?wait=25')
  await untilWaiting(1)
  await client.check(body.id, service.telephony.placed[0]!.code)
  expect((await approved).body.status).toBe('approved')
})

it('[V2-41] a read with wait is answered when the time is over, and at once when the verification has ended or is newer', async () => {
  const { body } = await client.create({ phone: freshPhone() })
  const asked = client.read(body.id, '?wait=5')
  await untilWaiting(1)
  await service.clock.advance(5_000)
  expect((await asked).body.version).toBe(1)
  expect((await client.read(body.id, '?wait=25&version=0')).body.version).toBe(1)
  await client.ask(`/verifications/${body.id}/cancel`, {})
  expect((await client.read(body.id, '?wait=25')).body.status).toBe('canceled')
})

it('[V2-140] a read with wait and the version of an ended verification waits for its prices, which are null until then', async () => {
  const { body } = await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })
  const [call] = service.telephony.placed
  call!.hasRung = true
  const { version } = (await client.check(body.id, call!.code)).body
  const ended = (await client.read(body.id, '?wait=25')).body
  expect([body.steps[0].price, ended.status, ended.version]).toEqual([null, 'approved', version])
  expect(ended.steps[0]).toMatchObject({ status: 'started', price: null })
  const asked = client.read(body.id, `?wait=25&version=${version}`)
  await service.clock.advance(1_000)
  const final = (await asked).body
  expect(final.steps[0]).toMatchObject({ status: 'delivered', price: '0.80' })
  expect(final.version).toBeGreaterThan(version)
  expect((await client.read(body.id, `?wait=55&version=${final.version}`)).body).toEqual(final)
})

it('[V2-42] a read of a verification refuses a wait of less than 1 or more than 55 seconds', async () => {
  const { body } = await client.create({ phone: freshPhone() })
  for (const seconds of ['0', '56', 'x', '']) {
    const { status, body: problem } = await client.read(body.id, `?wait=${seconds}`)
    expect([seconds, status, problem.errors[0].pointer]).toEqual([seconds, 400, '/wait'])
  }
})

it('[V2-43] a waiting read is forgotten when its client has gone away', async () => {
  const { body } = await client.create({ phone: freshPhone() })
  const gone = new AbortController()
  const asked = fetch(`${service.baseUrl}/v2/verifications/${body.id}?wait=25`, {
    headers: { Authorization: client.bearer },
    signal: gone.signal,
  }).catch(() => {})
  await untilWaiting(1)
  gone.abort()
  await asked
  await untilWaiting(0)
})

it('[V2-44] every waiting read is answered when the service stops', async () => {
  const stopped = await startTestService()
  stopped.telephony.outcome = undefined
  const its = await openV2Client(stopped)
  const { body } = await its.create({ phone: freshPhone() })
  const asked = its.read(body.id, '?wait=55')
  await eventually(
    async () => (await stopped.raw(stopped.metricsUrl)).body,
    (text) => /^ringkey_http_waiting_requests 1$/m.test(text),
  )
  stopped.telephony.placed[0]!.end({ completed: true, reason: 'rang' })
  const stopping = stopped.stop()
  expect((await asked).status).toBe(200)
  await stopping
})
