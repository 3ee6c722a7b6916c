import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { type Client, freshPhone, openClient } from '../../../test/contract/scene.ts'
import { type LiveStream, listenTo } from '../../../test/live-stream.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service)
})
afterAll(() => service.stop())

/** Moves the clock until it has happened: the store answers on another thread, in real time. */
async function untilHappened(look: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !look(); round++) {
    await service.clock.advance(1_000)
    await sleep(5)
  }
  expect(look()).toBe(true)
}

const listen = (person: CabinetMember, at = service) => listenTo(at, person)
const linesOf = ({ events }: LiveStream) =>
  events.flatMap((event) => (event.kind === 'changed' ? event.items : []))

it('live stream: sends a new call and its end to people of the account, and to nobody else', async () => {
  const watcher = await listen(await visitAs(service, client.accountId))
  const reader = await listen(await visitAs(service, client.accountId, 'read-only'))
  const other = await openClient(service)
  const stranger = await listen(await visitAs(service, other.accountId))
  await untilHappened(() => [watcher, reader, stranger].every(({ events }) => events.length > 0))
  await service.clock.advance(1_000)

  service.telephony.outcome = undefined
  const { body } = await client.post('initCall', { phone: freshPhone(), client: 'live' })
  await untilHappened(() => linesOf(watcher).length === 1 && linesOf(reader).length === 1)
  expect(linesOf(watcher)[0]).toMatchObject({ id: String(body.vendor_id), status: 'checking', cost: 0.8 })
  expect(linesOf(reader)[0]).toMatchObject({ id: String(body.vendor_id), cost: null })

  service.telephony.placed.at(-1)!.end({ completed: false, reason: 'busy' })
  await untilHappened(() => linesOf(watcher).length === 2)
  expect(linesOf(watcher)[1]).toMatchObject({ id: String(body.vendor_id), status: 'failed', reason: 'busy' })
  expect(linesOf(stranger)).toEqual([])
  for (const one of [watcher, reader, stranger]) one.leave()
})

it('live stream: says every five seconds that the service still works, as an event that the page can hear', async () => {
  const watcher = await listen(await visitAs(service, client.accountId))
  await untilHappened(() => watcher.events.filter(({ kind }) => kind === 'still-here').length === 2)
  watcher.leave()
})

it('live stream: tells pages to reload when too much happened at once', async () => {
  const rich = await openClient(service, {}, { roubles: 1_000 })
  const watcher = await listen(await visitAs(service, rich.accountId))
  await untilHappened(() => watcher.events.length > 0)
  await service.clock.advance(1_000)
  service.telephony.outcome = { completed: true, reason: 'rang' }
  await Promise.all(Array.from({ length: 60 }, () => rich.post('initCall', { phone: freshPhone() })))
  await untilHappened(() => watcher.events.some(({ kind }) => kind === 'reload'))
  watcher.leave()
})

it('live stream: a person has a limited number of streams, and closing one makes room', async () => {
  const person = await visitAs(service, client.accountId)
  const open = await Promise.all(Array.from({ length: 12 }, () => listen(person)))
  const refused = await person.read('/events')
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too-many-streams'])
  open[0]!.leave()
  const again = await eventually(
    () => listen(person),
    ({ status }) => status === 200,
  )
  for (const one of [...open, again]) one.leave()
})

it('live stream: needs a session', async () => {
  expect((await service.raw('/cabinet/api/events')).status).toBe(401)
})

it('live stream: does not keep the service from stopping', async () => {
  const other = await startTestService()
  const watcher = await listen(await visitAs(other, (await openClient(other)).accountId), other)
  await eventually(
    async () => watcher.events.length,
    (count) => count === 1,
  )
  await other.stop()
  await eventually(async () => watcher.isOver(), Boolean)
  // Ended by the service before it closes open connections.
  expect(watcher.wasCut()).toBe(false)
})
