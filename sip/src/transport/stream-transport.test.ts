import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { TransportLimits } from './limits.ts'
import { openTransports, type Transports } from './open-transports.ts'
import type { SendFailure, Source } from './transport.ts'

const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const message = (text: string) =>
  `OPTIONS sip:x SIP/2.0\r\nX: y\r\nContent-Length: ${text.length}\r\n\r\n${text}`

async function listening(limits: Partial<TransportLimits> = {}, clock: Clock = systemClock) {
  const transports = await openTransports({
    clock,
    limits,
    listen: [{ transport: 'tcp', address: '127.0.0.1', port: 0 }],
  })
  ends.push(() => transports.close())
  const arrivals: Array<{ text: string; source: Source }> = []
  let wake = () => {}
  transports.receive((bytes, source) => {
    arrivals.push({ text: bytes.toString(), source })
    wake()
  })
  const arrival = async (count: number) => {
    while (arrivals.length < count) await new Promise<void>((resolve) => (wake = resolve))
    return arrivals[count - 1]!
  }
  const port = transports.advertised('tcp')!.port
  const dial = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    ends.push(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { transports, arrivals, arrival, port, dial }
}

/** A peer that only accepts connections, and the bytes it received. */
async function acceptor() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    sockets.push(socket)
    server.emit('taken')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { port, sockets, server, to: { transport: 'tcp', address: '127.0.0.1', port } as const }
}

/** Waits until the far end has reacted: each iteration lets the event loop poll its sockets. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate)
}

const failure = (from: Transports, bytes: Buffer, to: Parameters<Transports['send']>[1]) =>
  new Promise<SendFailure>((resolve) => from.send(bytes, to, resolve))

describe('SIP stream framing', () => {
  it('splits messages correctly however the network splits the stream', async () => {
    const { arrival, arrivals, dial } = await listening()
    const stream = Buffer.from(`\r\n\r\n${message('one')}${message('two')}\r\n${message('')}`)
    for (const step of [1, 7, 60, stream.length]) {
      arrivals.length = 0
      const socket = await dial()
      socket.setNoDelay(true)
      for (let at = 0; at < stream.length; at += step) {
        socket.write(stream.subarray(at, at + step))
        await new Promise(setImmediate)
      }
      await arrival(3)
      expect(arrivals.map(({ text }) => text)).toEqual([message('one'), message('two'), message('')])
    }
  })

  it.each([
    ['no Content-Length', 'OPTIONS sip:x SIP/2.0\r\nVia: x\r\n\r\n'],
    ['a Content-Length beyond the bound', 'OPTIONS sip:x SIP/2.0\r\nContent-Length: 99999999\r\n\r\n'],
    ['two lengths', 'OPTIONS sip:x SIP/2.0\r\nContent-Length: 1\r\nl: 2\r\n\r\n'],
    ['a head without end', 'X'.repeat(70_000)],
  ])('closes on %s', async (_, text) => {
    const { transports, dial, arrivals } = await listening()
    const socket = await dial()
    socket.write(text)
    await once(socket, 'close')
    expect(transports.counts.closedBrokenFraming).toBe(1)
    expect([transports.connections, arrivals.length]).toEqual([0, 0])
  })
})

describe('SIP stream connections', () => {
  it('are reused, one for many messages, including those sent while it is being opened', async () => {
    const there = await listening()
    const here = await listening()
    const to = { transport: 'tcp', address: '127.0.0.1', port: there.port } as const
    for (let index = 0; index < 20; index++) here.transports.send(Buffer.from(message(`${index}`)), to)
    await there.arrival(20)
    here.transports.send(Buffer.from(message('late')), to)
    const { source } = await there.arrival(21)
    expect(there.transports.counts.connectionsAccepted).toBe(1)
    expect(there.arrivals.map(({ source: from }) => from.flow)).toEqual(Array(21).fill(source.flow))
  })

  it('are opened again to the address when the flow of a response is closed', async () => {
    const there = await listening()
    const here = await listening()
    const socket = await here.dial()
    socket.write(message('request'))
    const { source } = await here.arrival(1)
    socket.destroy()
    await until(() => here.transports.connections === 0)
    here.transports.send(Buffer.from(message('response')), { ...source, port: there.port })
    expect((await there.arrival(1)).text).toBe(message('response'))
  })

  it('are limited in total and per address', async () => {
    const all = await listening({ maxAccepted: 2 })
    await all.dial()
    await all.dial()
    const third = await all.dial()
    await once(third, 'close')
    expect(all.transports.counts.refusedTooMany).toBe(1)
    const per = await listening({ maxAcceptedPerNetwork: 1 })
    const first = await per.dial()
    const second = await per.dial()
    await once(second, 'close')
    expect(per.transports.counts.refusedTooManyFromNetwork).toBe(1)
    first.destroy()
    await until(() => per.transports.connections === 0)
    const { to } = await acceptor()
    const full = await listening({ maxDialled: 0 })
    expect((await failure(full.transports, Buffer.from(message('')), to)).kind).toBe('overloaded')
  })

  it('fail when the peer refuses', async () => {
    const { port, server, to } = await acceptor()
    server.close()
    await once(server, 'close')
    const here = await listening()
    expect(await failure(here.transports, Buffer.from(message('')), { ...to, port })).toMatchObject({
      kind: 'unreachable',
    })
    expect([here.transports.counts.sendFailures, here.transports.connections]).toEqual([1, 0])
  })

  it('to a peer that reads nothing are closed at the limit of queued bytes', async () => {
    const { to, sockets } = await acceptor()
    const here = await listening({ maxQueuedBytes: 200_000 })
    const failures: SendFailure[] = []
    const large = Buffer.from(message('x'.repeat(60_000)))
    here.transports.send(large, to)
    await until(() => sockets.length === 1)
    sockets[0]!.pause()
    for (let index = 0; index < 1000 && failures.length === 0; index++) {
      here.transports.send(large, to, (one) => failures.push(one))
      await new Promise(setImmediate)
    }
    expect(failures.some(({ kind }) => kind === 'overloaded')).toBe(true)
    expect(here.transports.counts.closedSlowReader).toBe(1)
  })
})

describe('SIP stream timeouts and keep-alives', () => {
  it('close an idle connection and one whose message is never complete', async () => {
    const clock = new ManualClock()
    const { transports, dial, arrival } = await listening(
      { idleTimeoutMs: 60_000, partialMessageTimeoutMs: 10_000 },
      clock,
    )
    const idle = await dial()
    idle.write(message(''))
    await arrival(1)
    const slow = await dial()
    slow.write('INVITE sip:')
    await until(() => transports.connections === 2)
    // The half message may still be in transit: poll until it was received and its time has passed.
    while (transports.counts.closedPartialMessage === 0) {
      clock.advance(1000)
      await new Promise(setImmediate)
      if (clock.nowMs() > 59_000) break
    }
    expect(transports.counts).toMatchObject({ closedPartialMessage: 1, closedIdle: 0 })
    clock.advance(60_000)
    expect(transports.counts.closedIdle).toBe(1)
    expect([transports.connections, clock.waiting]).toEqual([0, 0])
  })

  it('answer a ping with a pong', async () => {
    const { dial, transports } = await listening()
    const socket = await dial()
    socket.write('\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(answer.toString()).toBe('\r\n')
    expect(transports.counts.keepAlivesIn).toBe(1)
  })

  it('ping on dialled connections and drop a peer that stops answering pings', async () => {
    const clock = new ManualClock()
    const here = await listening({ keepAliveIntervalMs: 20_000, pongTimeoutMs: 5000 }, clock)
    const { to, sockets } = await acceptor()
    here.transports.send(Buffer.from(message('hello')), to)
    await until(() => sockets.length === 1 && here.transports.connections === 1)
    let heard = ''
    sockets[0]!.on('data', (bytes) => (heard += bytes.toString()))
    await until(() => heard.includes('hello'))
    clock.advance(20_000)
    await until(() => heard.endsWith('hello\r\n\r\n'))
    // This peer has never answered a ping, so a missing pong means nothing.
    clock.advance(6000)
    expect(here.transports.connections).toBe(1)
    sockets[0]!.write('\r\n')
    await until(() => here.transports.counts.keepAlivesIn === 1)
    clock.advance(20_000)
    await until(() => heard.endsWith('\r\n\r\n\r\n\r\n'))
    clock.advance(6000)
    expect(here.transports.counts.closedNoPong).toBe(1)
    expect(here.transports.connections).toBe(0)
  })
})
