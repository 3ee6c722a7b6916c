import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { answer, type Behaviour, startReceiver } from '../../test/receiver.ts'
import type { Clock } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { type Exchange, post } from './post.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function receiving(behave?: Behaviour) {
  const receiver = await startReceiver(behave)
  closing.push(receiver.close)
  return receiver
}

/** A TCP server that behaves as the test wants. */
async function speaking(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    speak(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

const send = (url: string, clock: Clock = new ManualClock(), addresses = ['127.0.0.1']) =>
  post({ url: new URL(url), addresses, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ж"}' }, clock)

/** Moves the clock until the exchange ends; returns it and how long it took by that clock. */
async function underTime(url: string): Promise<Exchange & { tookMs: number }> {
  const clock = new ManualClock()
  const startedAt = clock.now()
  let ended = false
  const sending = send(url, clock).finally(() => {
    ended = true
  })
  // Time passes only while the connection is made or idle: a hundred milliseconds for each turn of the real event loop.
  for (let step = 0; !ended && step < 2_000; step++) {
    await clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const exchange = await sending
  return { ...exchange, tookMs: clock.now() - startedAt }
}

it('post: sends the body byte for byte with its headers', async () => {
  const receiver = await receiving(answer(202, 'thanks'))
  const exchange = await send(`${receiver.url}?a=1#part`)
  expect({ ...exchange, answer: exchange.answer.toString() }).toMatchObject({ status: 202, answer: 'thanks' })
  expect(receiver.received).toMatchObject([
    {
      method: 'POST',
      path: '/hook?a=1',
      text: '{"a":"ж"}',
      headers: { host: `127.0.0.1:${receiver.port}`, 'content-length': '10', 'webhook-id': 'msg_1' },
    },
  ])
})

it('[D8-21] post: does not follow redirects', async () => {
  const other = await receiving()
  for (const [status, location] of [
    [302, 'http://169.254.169.254/latest/meta-data/'],
    [307, other.url],
    [308, other.url],
  ] as const) {
    const receiver = await receiving((response) => void response.writeHead(status, { location }).end())
    expect(await send(receiver.url)).toMatchObject({ status })
  }
  expect(other.sockets.made).toBe(0)
})

it('post: gives up after ten seconds on a receiver that never answers', async () => {
  const receiver = await receiving(() => {})
  const exchange = await underTime(receiver.url)
  expect(exchange).toMatchObject({ status: 0, error: 'no answer in time' })
  expect(exchange.tookMs).toBeGreaterThanOrEqual(10_000)
  expect(exchange.tookMs).toBeLessThanOrEqual(10_200)
})

it('post: the timeout also ends headers that arrive byte by byte', async () => {
  const url = await speaking((socket) => {
    const drip = setInterval(() => socket.write('H'), 5)
    socket.write('HTTP/1.1 200 OK\r\nX: ')
    socket.on('close', () => clearInterval(drip))
  })
  const exchange = await underTime(url)
  expect(exchange).toMatchObject({ status: 0, error: 'no answer in time' })
})

it('post: accepts a 2xx without waiting for a slow body', async () => {
  const receiver = await receiving((response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('x'), 5)
    response.on('close', () => clearInterval(drip))
  })
  const exchange = await underTime(receiver.url)
  expect(exchange.status).toBe(200)
  expect(exchange.tookMs).toBeLessThanOrEqual(3_000)
})

it('post: reads 64 KiB of an endless answer and closes the connection', async () => {
  let written = 0
  const receiver = await receiving((response) => {
    const block = Buffer.alloc(64 * 1024, 'x')
    const fill = () => {
      while (!response.destroyed && response.write(block)) written += block.length
    }
    response.on('drain', fill)
    response.writeHead(200)
    fill()
  })
  const exchange = await send(receiver.url)
  expect(exchange).toMatchObject({ status: 200 })
  expect(exchange.answer).toHaveLength(64 * 1024)
  // What the buffers of the kernel took before the connection was closed: far from endless.
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

it('post: survives garbage, an early close, an upgrade and endless headers', async () => {
  const spoken: [string, (socket: Socket) => void, Partial<Exchange>][] = [
    ['an early close', (socket) => socket.once('data', () => socket.destroy()), { status: 0 }],
    ['a polite early close', (socket) => socket.once('data', () => socket.end()), { status: 0 }],
    ['garbage', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), { status: 0 }],
    [
      'half an answer',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
      { status: 200 },
    ],
    [
      'an upgrade',
      (socket) => socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      { status: 101 },
    ],
    ['huge headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`), { status: 0 }],
  ]
  for (const [name, speak, expected] of spoken) {
    const exchange = await send(await speaking(speak), systemClock)
    expect([name, exchange.status, exchange.error !== '']).toEqual([
      name,
      expected.status,
      expected.status === 0,
    ])
  }
})

it('post: tries the next checked address only if nothing was sent', async () => {
  const receiver = await receiving(answer(500))
  // Nothing listens on ::1 at this port.
  expect(await send(receiver.url, new ManualClock(), ['::1', '127.0.0.1'])).toMatchObject({
    status: 500,
  })
  expect(await send(receiver.url, new ManualClock(), ['127.0.0.1', '127.0.0.1'])).toMatchObject({
    status: 500,
  })
  expect(receiver.received).toHaveLength(2)
  const refused = await send(receiver.url, new ManualClock(), ['::1'])
  expect(refused).toMatchObject({ status: 0, error: 'the connection failed (ECONNREFUSED)' })
})
