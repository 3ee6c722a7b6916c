// A tenant that wants the calls of the others to leave a trunk reports failures over the public API.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone } from '../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../server/test/contract/v2-scene.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'

const dayMs = 24 * 3_600_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** A client whose calls go over a trunk that nobody else uses, with what the scores of that trunk are made of. */
async function openTenant() {
  const client = await openV2Client(service)
  const trunk = `trunk-${client.id}`
  const callsEnd = (outcome: { completed: boolean; reason: string }) => {
    const attempts = [{ trunk, reason: outcome.reason, stage: 'ringing' }]
    service.telephony.outcome = { ...outcome, details: { trunk, attempts } }
  }
  callsEnd({ completed: true, reason: 'rang' })
  const read = async () => {
    await service.clock.advance(1_000)
    return (await service.store.routeCountsSince(0)).find((route) => route.trunk === trunk)?.counts
  }
  /** Once so many calls are counted. */
  const scored = async (calls: number) => {
    await eventually(read, (counts) => Math.round(counts?.trials ?? 0) === calls)
    // A result is queued before its request is answered, so it is counted by now.
    const { checked, approved } = (await read())!
    return { checked: Math.round(checked), approved: Math.round(approved) }
  }
  return { client, callsEnd, scored }
}

/** Makes the nth call of a tenant and reports its result after the call is counted. */
async function scoredAfterReport(
  { client, scored }: { client: V2Client; scored(calls: number): Promise<unknown> },
  nth: number,
  approved: boolean,
) {
  const { body } = await client.post('initCall', { phone: freshPhone() })
  await scored(nth)
  const report = await client.ask('/feedback', { vendor_id: body.vendor_id, approved })
  expect(report.status).toBe(200)
  return scored(nth)
}

it('scores of routes: feedback of an account younger than a week is ignored', async () => {
  const tenant = await openTenant()
  await service.clock.leap(6.9 * dayMs)
  expect(await scoredAfterReport(tenant, 1, false)).toEqual({ checked: 0, approved: 0 })
  await service.clock.leap(0.2 * dayMs)
  expect(await scoredAfterReport(tenant, 2, false)).toEqual({ checked: 1, approved: 0 })
})

it('scores of routes: feedback of an account without a paid call is ignored', async () => {
  const tenant = await openTenant()
  await service.clock.leap(8 * dayMs)
  // A failed call costs nothing. The person may have seen its code all the same.
  tenant.callsEnd({ completed: false, reason: 'busy' })
  expect(await scoredAfterReport(tenant, 1, true)).toEqual({ checked: 0, approved: 0 })
  tenant.callsEnd({ completed: true, reason: 'rang' })
  expect(await scoredAfterReport(tenant, 2, true)).toEqual({ checked: 1, approved: 1 })
})

it('scores of routes: a verification of which no code was ever checked is ignored', async () => {
  const { client, scored } = await openTenant()
  const canceled = async (guess?: string) => {
    const { id } = (await client.create({ phone: freshPhone(), steps: [{ mode: 'flash' }] })).body
    await service.clock.advance(1_000)
    await client.until(id, ({ steps }) => steps[0].status === 'delivered')
    if (guess !== undefined) await client.check(id, guess)
    await client.ask(`/verifications/${id}/cancel`, {})
  }
  await canceled()
  expect(await scored(1)).toEqual({ checked: 0, approved: 0 })
  await canceled('0000')
  expect(await scored(2)).toEqual({ checked: 1, approved: 0 })
})
