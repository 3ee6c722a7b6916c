import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { answer, type Receiver, startReceiver } from '../../../test/receiver.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { StoreUnavailable } from '../../storage/store.ts'

let service: TestService
let owner: CabinetMember
let receiver: Receiver
let status = 500
beforeAll(async () => {
  service = await startTestService()
  const { accountId } = (await service.store.service(service.serviceId))!
  owner = await visitAs(service, accountId, 'owner')
  receiver = await startReceiver((...exchange) => answer(status, 'seen +7 900 000-00-01')(...exchange))
})
afterAll(async () => {
  await receiver.close()
  await service.stop()
})

/** The test number calls by itself; its webhook has been tried. */
const delivered = async () => {
  const { body } = await service.post('inboundCallWaiting', {
    phone: '79000000001',
    callback_url: receiver.url,
  })
  const { id } = await eventually(
    async () => {
      await service.clock.advance(500)
      return service.store.webhookOfCall(body.vendor_id)
    },
    (delivery) => delivery !== undefined,
  ).then((delivery) => delivery!)
  await triedTimes(id, 1)
  return { id, vendorId: body.vendor_id as number }
}
const triedTimes = (id: number, count: number) =>
  eventually(
    async () => {
      await service.clock.advance(500)
      return (await owner.read(`/webhooks/${id}`)).body
    },
    (seen) => seen.attemptCount >= count && seen.state !== 'under-way',
  )

it('webhook page: shows webhooks with attempts and payload, without the number', async () => {
  status = 410
  const { id, vendorId } = await delivered()
  const { body: detail } = await owner.read(`/webhooks/${id}`)
  expect(detail).toMatchObject({ state: 'failed', attemptCount: 1, nextTryAt: null, url: receiver.url })
  expect(detail.attempts).toMatchObject([{ attempt: 1, status: 410, answer: 'seen [number]' }])
  const sent = receiver.received.at(-1)!
  expect(detail.payload).toBe(sent.text.replace('79000000001', '7900***0001'))
  expect(JSON.stringify(detail)).not.toContain('79000000001')

  const failed = (await owner.read('/webhooks?state=failed')).body.items
  expect(failed).toMatchObject([{ id, vendorId, type: null, receiver: `127.0.0.1:${receiver.port}` }])
  expect((await owner.read(`/webhooks?serviceId=${service.serviceId}&state=delivered`)).body.items).toEqual(
    [],
  )
  const { createdAt } = failed[0]
  const idsBetween = async (from: number, to: number) =>
    (await owner.read(`/webhooks?from=${from}&to=${to}`)).body.items.map((each: { id: number }) => each.id)
  expect(await idsBetween(createdAt, createdAt + 1)).toEqual([id])
  expect(await idsBetween(createdAt + 1, createdAt + 9)).toEqual([])
  expect(await idsBetween(createdAt - 9, createdAt)).toEqual([])
  expect((await owner.read(`/webhooks?before=${id}`)).body).toEqual({ items: [], next: null })
  expect((await owner.read('/webhooks/receivers')).body).toEqual([
    { receiver: `127.0.0.1:${receiver.port}`, pending: 0, failed: 1, lastId: id },
  ])
})

it('webhook page: one that failed and is tried again is retrying, and among the failed', async () => {
  status = 500
  const { id } = await delivered()
  expect((await owner.read(`/webhooks/${id}`)).body).toMatchObject({ state: 'retrying', tries: 1 })
  const idsIn = async (state: string) =>
    (await owner.read(`/webhooks?state=${state}`)).body.items.map((each: { id: number }) => each.id)
  expect(await idsIn('failed')).toContain(id)
  expect(await idsIn('pending')).not.toContain(id)
  status = 204
  expect(await triedTimes(id, 2)).toMatchObject({ state: 'delivered' })
  expect(await idsIn('failed')).not.toContain(id)
})

it('[D9-3] webhook page: sends a webhook again with the same id', async () => {
  status = 410
  const { id } = await delivered()
  const before = receiver.received.length
  status = 204
  expect((await owner.write(`/webhooks/${id}/resend`)).status).toBe(200)
  expect(await triedTimes(id, 2)).toMatchObject({ state: 'delivered', attemptCount: 2 })
  expect(receiver.received).toHaveLength(before + 1)
  const [first, second] = receiver.received.slice(-2)
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect((await owner.write('/webhooks/999/resend')).status).toBe(404)

  // All that failed since a time, and no other.
  status = 410
  const { id: third } = await delivered()
  const { createdAt: from } = (await owner.read(`/webhooks/${third}`)).body
  status = 204
  const again = `/services/${service.serviceId}/webhooks/resend`
  expect((await owner.write(again, { from: from + 1, state: 'failed' })).body).toEqual({
    count: 0,
    next: null,
  })
  expect((await owner.write(again, { from, state: 'delivered' })).body).toEqual({ count: 0, next: null })
  expect((await owner.write(again, { from, state: 'failed' })).body).toEqual({ count: 1, next: null })
  expect(await triedTimes(third, 2)).toMatchObject({ state: 'delivered', attemptCount: 2 })
  expect((await owner.write(again, { state: 'failed' })).body.error).toMatchObject({ field: 'from' })
})

it('many webhooks: a store that goes away between two of them has a record of the first, and the next try goes on', async () => {
  status = 410
  const { id: older } = await delivered()
  const { createdAt: from } = (await owner.read(`/webhooks/${older}`)).body
  const { id: newer } = await delivered()
  const again = `/services/${service.serviceId}/webhooks/resend`
  const asked = { from, state: 'failed' }
  const { resendDelivery } = service.store
  const isAway = vi.spyOn(service.store, 'resendDelivery').mockImplementation(async (which) => {
    if (which.id === older) throw new StoreUnavailable('away')
    return resendDelivery(which)
  })
  expect((await owner.write(again, asked)).body).toEqual({ count: 1, next: newer })
  const [{ action }] = (await service.get('getAccount')).body.logs
  expect(action).toBe(`webhooks of service ${service.serviceId} sent again: 1`)
  expect((await owner.write(again, { ...asked, before: newer })).status).toBe(503)
  isAway.mockRestore()
  expect((await owner.write(again, { ...asked, before: newer })).body).toEqual({ count: 1, next: null })
})

it('signature check: says whether a pasted webhook is signed, with which secret, and what is wrong', async () => {
  status = 204
  await delivered()
  const { text, headers } = receiver.received.at(-1)!
  const pasted = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    .map((name) => `${name}: ${headers[name]}`)
    .join('\n')
  const check = async (more: object) =>
    (await owner.write('/webhooks/check', { headers: pasted, payload: text, ...more })).body
  const own = { serviceId: service.serviceId }
  expect(await check(own)).toMatchObject({ fault: null, secret: 'current', timely: true })
  expect(await check({ ...own, payload: `${text} ` })).toMatchObject({ fault: 'body-spaces', secret: null })
  expect(await check({ ...own, headers: '' })).toMatchObject({ fault: 'id-missing' })
  const path = `/services/${service.serviceId}/webhook-secret`
  const { current } = (await owner.write(path)).body
  expect(await check({ secret: current })).toMatchObject({ fault: null, secret: 'given' })
  await owner.write(`${path}/rotate`, { overlapHours: 1 })
  expect(await check(own)).toMatchObject({ fault: null, secret: 'previous' })
  await owner.write(`${path}/rotate`, { overlapHours: 0 })
  expect(await check(own)).toMatchObject({ fault: 'no-fit' })
  expect((await owner.write('/webhooks/check', { headers: '', payload: '' })).status).toBe(404)
  expect(service.logged.join('')).not.toContain('79000000001')
})
