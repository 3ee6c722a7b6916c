import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEngine } from '../../test/deliveries.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { openOutbox, outboxHasher } from '../../test/outbox.ts'
import { answer, type Behaviour, type Receiver, startReceiver } from '../../test/receiver.ts'
import { eventually } from '../../test/service.ts'
import { changed } from '../../test/store-contract/fixture.ts'
import { systemClock } from '../platform/system-clock.ts'
import { maxAtOnce } from './lanes.ts'
import { retryAfterMs } from './schedule.ts'

let outbox: Awaited<ReturnType<typeof openOutbox>>
const receivers: Receiver[] = []
const engines: { stop(): Promise<void> }[] = []
beforeEach(async () => {
  outbox = await openOutbox()
})
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await outbox.close()
})
const receiving = async (behave?: Behaviour) => {
  const receiver = await startReceiver(behave)
  receivers.push(receiver)
  return receiver
}

describe('delivery engine with the clock of the test', () => {
  let clock: ManualClock
  let running: ReturnType<typeof createEngine>
  beforeEach(() => {
    clock = new ManualClock(2_000)
    running = createEngine({ store: outbox.store, clock })
    running.engine.start()
  })
  afterEach(() => running.engine.stop())

  /** Moves the clock in steps of half a second, each after everything sent has been answered. */
  async function walk(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 2; step++) {
      await clock.advance(500)
      while (running.engine.underWay > 0) await sleep(1)
    }
  }

  it('[D9-2] retries by the schedule while the receiver answers 500 for an hour, then delivers under the same webhook-id', async () => {
    let status = 500
    const receiver = await receiving((response) => void response.writeHead(status).end('sorry'))
    const vendorId = await outbox.enqueue({ url: receiver.url })
    await walk(3_600)
    expect(receiver.received).toHaveLength(5)
    const attempts = await outbox.attemptsOf(vendorId)
    const pauses = attempts.slice(1).map(({ at }, index) => (at - attempts[index]!.at) / 1000)
    for (const [index, scheduled] of [5, 30, 120, 600].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(scheduled)
      // The jitter, and half a second until the engine looks again.
      expect(pauses[index]).toBeLessThanOrEqual(scheduled * 1.1 + 0.5)
    }
    expect(attempts.every((attempt) => attempt.status === 500 && attempt.answer === 'sorry')).toBe(true)

    status = 200
    await walk(1_200)
    expect(await outbox.store.webhookOfCall(vendorId)).toMatchObject({ state: 'delivered', attemptCount: 6 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([`msg_${vendorId}`]),
    )
    // Each attempt is signed for its own time, so that a late one is not refused as too old.
    const times = (await outbox.attemptsOf(vendorId)).map(({ at }) => String(Math.floor(at / 1000)))
    expect(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).toEqual(times)
    await walk(60)
    expect(receiver.received).toHaveLength(6)
  })

  it('gives up when the receiver has answered 500 to the end of the schedule', async () => {
    const receiver = await receiving(answer(500))
    const vendorId = await outbox.enqueue({ url: receiver.url })
    const tries = retryAfterMs.length + 1
    for (let hours = 0; hours < 48; hours++) {
      await walk(1)
      await clock.leap(3_600_000)
    }
    await walk(1)
    expect(await outbox.store.webhookOfCall(vendorId)).toMatchObject({ state: 'failed', attemptCount: tries })
    expect(receiver.received).toHaveLength(tries)
  })

  it('stops after 410, and at an erased number without sending anything', async () => {
    const gone = await receiving(answer(410))
    const refused = await outbox.enqueue({ url: gone.url, phone: '79160000001' })
    await walk(1)
    expect(await outbox.store.webhookOfCall(refused)).toMatchObject({ state: 'failed', attemptCount: 1 })
    const erased = await outbox.enqueue({ url: gone.url, phone: '79160000002', at: clock.now() })
    await outbox.store.erasePhone(outboxHasher.hash('79160000002'))
    await walk(2)
    expect(await outbox.store.webhookOfCall(erased)).toMatchObject({ state: 'failed' })
    expect(await outbox.attemptsOf(erased)).toMatchObject([{ status: 0, error: 'the number was erased' }])
    expect(gone.received).toHaveLength(1)
  })

  it('signs with both secrets during a rotation', async () => {
    const receiver = await receiving()
    const before = await running.secrets.of(outbox.serviceId)
    await changed(outbox.store, 'rotateWebhookSecret', {
      serviceId: outbox.serviceId,
      sealed: running.secrets.newSealed(),
      previousEndsAt: clock.now() + 60_000,
    })
    const after = await running.secrets.of(outbox.serviceId)
    expect(after).toMatchObject({ previous: before!.current })
    expect(after!.current).not.toBe(before!.current)
    await outbox.enqueue({ url: receiver.url })
    await walk(1)
    await walk(60)
    await outbox.enqueue({ url: receiver.url, at: clock.now() })
    await walk(2)
    expect(receiver.received.map(({ headers }) => headers['webhook-signature']!.split(' ').length)).toEqual([
      2, 1,
    ])
    expect(await running.secrets.of(outbox.serviceId)).toMatchObject({ previous: null })
    expect(await running.secrets.of(999)).toBeUndefined()
  })
})

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}
const memoryBytes = () => {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const misbehaviours: Readonly<Record<string, Behaviour>> = {
  hangs: () => {},
  'sends one byte a second': (response) => {
    const drip = setInterval(() => response.socket?.write('H'), 1_000)
    response.on('close', () => clearInterval(drip))
  },
  'answers without end': (response) => {
    const block = Buffer.alloc(64 * 1024, 'x')
    const fill = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', fill)
    response.writeHead(200)
    fill()
  },
  'redirects to metadata': (response) =>
    void response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  'closes early': (_response, _request, socket) => void socket.destroy(),
  'answers 500': answer(500),
}

it('delivery engine: a healthy receiver gets everything beside a hundred dead and six misbehaving ones', async () => {
  const now = () => systemClock.now()
  const mad = await Promise.all(Object.values(misbehaviours).map((behave) => receiving(behave)))
  const healthy = await receiving((response) => void setTimeout(() => response.writeHead(204).end(), 20))
  const { engine, results } = createEngine({ store: outbox.store, clock: systemClock })
  engines.push(engine)
  const deadPort = mad[0]!.port
  const crowd = [
    ...mad.flatMap(({ url }) => Array.from({ length: 30 }, () => url)),
    ...Array.from({ length: 400 }, (_, index) => `http://dead-${index % 100}.example:${deadPort}/`),
  ]
  await Promise.all(crowd.map((url) => outbox.enqueue({ url, at: now() - 2_000 })))
  await Promise.all([outbox.enqueue({ url: healthy.url, at: now() - 2_000 })])
  engine.start()
  await eventually(
    async () => healthy.received.length,
    (count) => count === 1,
  )
  const memoryBefore = memoryBytes()

  const delivered = 200
  for (let index = 0; index < delivered; index++) {
    await outbox.enqueue({ url: healthy.url, at: now() - 1_000 })
    void engine.look()
    if (index % 20 === 0) await sleep(100)
  }
  await eventually(
    async () => healthy.received.length,
    (count) => count === delivered + 1,
  )
  expect(engine.underWay).toBeLessThanOrEqual(maxAtOnce)
  for (const receiver of mad.slice(1)) expect(receiver.sockets.most).toBeLessThanOrEqual(16)
  const most = [...mad, healthy].reduce((sum, { sockets }) => sum + sockets.most, 0)
  expect(most).toBeLessThanOrEqual(maxAtOnce)
  expect(results.delivered).toBeGreaterThanOrEqual(delivered)
  expect(memoryBytes() - memoryBefore).toBeLessThan(20 * 1024 * 1024)

  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  await engine.stop()
  expect(engine.underWay).toBe(0)
})
