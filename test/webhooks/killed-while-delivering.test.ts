import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { createEngine } from '../../server/test/deliveries.ts'
import { openOutbox } from '../../server/test/outbox.ts'
import { type Receiver, startReceiver } from '../../server/test/receiver.ts'
import { eventually } from '../../server/test/service.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'

const kills = process.env.RINGKEY_TEST_LONG === '1' ? 50 : 5
const webhooksAKill = 20
const leaseMs = 2_000
const patienceMs = 60_000
/** A start of the process takes a second on a busy machine, and a lease two. */
const testTimeoutMs = 120_000 + kills * 20_000
/** The most that one receiver is sent at once: what a kill can cut off. */
const maxInFlight = 16

let outbox: Awaited<ReturnType<typeof openOutbox>>
let receiver: Receiver
let child: ChildProcess | undefined
beforeEach(async () => {
  outbox = await openOutbox()
  receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end('ok'), 15))
})
afterEach(async () => {
  await kill()
  await receiver.close()
  await outbox.close()
})

function start(): void {
  const script = fileURLToPath(new URL('./delivering-process.ts', import.meta.url))
  child = spawn(process.execPath, [script, outbox.file, String(leaseMs)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Events for an endpoint at the receiver, in the outbox together with the change that makes them. */
async function enqueueEvents(count: number): Promise<string[]> {
  const { store, serviceId } = outbox
  const made = await changed(store, 'addEndpoint', {
    serviceId,
    url: receiver.url,
    receiver: `127.0.0.1:${receiver.port}`,
    types: null,
    description: '',
    enabled: true,
    sealed: createEngine({ store, clock: systemClock }).secrets.newSealed(),
    createdAt: 1_000,
  })
  const { id } = made!
  const ids: string[] = []
  for (let nonce = 0; nonce < count; nonce++) {
    const sent = await changed(store, 'enqueueTestEvent', { id, nonce: String(nonce), at: 1_000 })
    ids.push(sent!)
  }
  return ids
}

it(`webhook delivery: delivers every webhook and event under one id although it is killed ${kills} times`, {
  timeout: testTimeoutMs,
}, async () => {
  const eventIds = await enqueueEvents(webhooksAKill)
  const total = (kills + 1) * webhooksAKill + eventIds.length
  const ids = await Promise.all(
    Array.from({ length: total - eventIds.length }, () => outbox.enqueue({ url: receiver.url })),
  )
  for (let round = 0; round < kills; round++) {
    const before = receiver.received.length
    start()
    // Killed in the middle of its work: some webhooks have arrived without an answer, others wait.
    await eventually(
      async () => receiver.received.length,
      (count) => count >= before + 1 + (round % 10),
      patienceMs,
    )
    await kill()
  }
  start()
  await eventually(
    () => outbox.store.deliveries({ serviceId: null, state: 'delivered', before: null, limit: total + 1 }),
    (delivered) => delivered.length === total,
    patienceMs + total * 20,
  )

  const [events, webhooks] = [true, false].map((isEvent) =>
    receiver.received.filter(({ body }) => (body.type === 'endpoint.test') === isEvent),
  ) as [typeof receiver.received, typeof receiver.received]
  expect(new Set(events.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(eventIds))
  const idsByCall = Map.groupBy(webhooks, ({ body }) => body.callId as string)
  expect([...idsByCall.keys()].sort()).toEqual(ids.map(String).sort())
  for (const [callId, arrivals] of idsByCall)
    expect(new Set(arrivals.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`msg_${callId}`]))
  // Some were cut off, which is what the test is about, and no more than were under way.
  const repeats = receiver.received.length - total
  expect(repeats).toBeGreaterThan(0)
  expect(repeats).toBeLessThanOrEqual(kills * maxInFlight)
})
