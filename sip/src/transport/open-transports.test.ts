import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { type OpenTransportsOptions, openTransports, type Transports } from './open-transports.ts'
import type { SendFailure, Source, TransportName } from './transport.ts'

const opened: Transports[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

const message = (text = 'x') =>
  Buffer.from(`OPTIONS sip:${text} SIP/2.0\r\nContent-Length: ${text.length}\r\n\r\n${text}`)

async function open(transport: TransportName, more: Partial<OpenTransportsOptions> = {}) {
  const transports = await openTransports({
    clock: systemClock,
    listen: [{ transport, address: '127.0.0.1', port: 0 }],
    ...more,
  })
  opened.push(transports)
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
  return { transports, arrivals, arrival, port: transports.advertised(transport)!.port }
}

const sendFailing = (from: Transports, bytes: Buffer, to: Parameters<Transports['send']>[1]) =>
  new Promise<SendFailure>((resolve) => from.send(bytes, to, resolve))

describe.each<[TransportName]>([['udp'], ['tcp']])('%s', (transport) => {
  it('delivers a message and returns the answer to the same socket', async () => {
    const here = await open(transport)
    const there = await open(transport)
    here.transports.send(message('ping'), { transport, address: '127.0.0.1', port: there.port })
    const { text, source } = await there.arrival(1)
    expect(text).toBe(message('ping').toString())
    expect(source.localPort).toBe(there.port)
    there.transports.send(message('pong'), source)
    expect((await here.arrival(1)).text).toBe(message('pong').toString())
    expect(here.transports.connections).toBe(transport === 'udp' ? 0 : 1)
  })

  it('survives a receiver that throws, and reports the error', async () => {
    const faults: unknown[] = []
    const here = await open(transport)
    const there = await open(transport, { onFault: (fault) => faults.push(fault) })
    const { promise, resolve } = Promise.withResolvers<void>()
    let turns = 0
    there.transports.receive(() => {
      if (++turns === 2) resolve()
      throw new Error('boom')
    })
    for (const text of ['a', 'b']) {
      here.transports.send(message(text), { transport, address: '127.0.0.1', port: there.port })
    }
    await promise
    await new Promise(setImmediate)
    expect(faults).toHaveLength(2)
    expect(there.transports.counts.handlerFaults).toBe(2)
  })

  it('fails a send to an invalid address, without throwing', async () => {
    const { transports } = await open(transport)
    for (const [address, port] of [
      ['example.test', 5060],
      ['127.0.0.1', 0],
      ['127.0.0.1', 70_000],
    ] as const) {
      const failure = await sendFailing(transports, message(), { transport, address, port })
      expect(failure.kind).toBe('unreachable')
    }
  })

  it('fails a send after it was closed', async () => {
    const { transports } = await open(transport)
    await transports.close()
    const failure = await sendFailing(transports, message(), { transport, address: '127.0.0.1', port: 9 })
    expect(failure.kind).toBe('closed')
  })
})

describe('udp', () => {
  it('requests a large receive buffer and reports the granted size', async () => {
    const asked = await open('udp', { limits: { receiveBufferBytes: 100_000 } })
    expect(asked.transports.receiveBuffer).toEqual({ askedBytes: 100_000, grantedBytes: 100_000 })
    const absurd = await open('udp', { limits: { receiveBufferBytes: 2_000_000_000 } })
    expect(absurd.transports.receiveBuffer!.grantedBytes).toBeLessThan(2_000_000_000)
  })

  it('counts keep-alives and does not deliver them', async () => {
    const there = await open('udp')
    const socket = createSocket('udp4')
    for (const text of ['', '\r\n', '\r\n\r\n', '\0', '\0\0\0\0']) socket.send(text, there.port, '127.0.0.1')
    socket.send('INVITE', there.port, '127.0.0.1')
    expect((await there.arrival(1)).text).toBe('INVITE')
    expect(there.transports.counts).toMatchObject({ keepAlivesIn: 5, messagesIn: 1 })
    socket.close()
  })

  it('refuses a message that does not fit into a datagram', async () => {
    const { transports, port } = await open('udp')
    const to = { transport: 'udp', address: '127.0.0.1', port } as const
    expect((await sendFailing(transports, Buffer.alloc(65_508), to)).kind).toBe('too-large')
  })
})

describe('SIP listening addresses', () => {
  it('never show peers a wildcard', async () => {
    const listen = [{ transport: 'udp', address: '0.0.0.0', port: 0 }] as const
    await expect(openTransports({ clock: systemClock, listen })).rejects.toThrow('say which address')
    const { transports } = await open('udp', {
      listen: [{ ...listen[0], advertisedHost: '203.0.113.7', advertisedPort: 5060 }],
    })
    expect(transports.advertised('udp')).toEqual({ host: '203.0.113.7', port: 5060 })
    expect(transports.advertised('tcp')).toBeUndefined()
  })

  it('are written in brackets for IPv6', async () => {
    const { transports } = await open('udp', {
      listen: [{ transport: 'udp', address: '127.0.0.1', port: 0, advertisedHost: '2001:db8::1' }],
    })
    expect(transports.advertised('udp')!.host).toBe('[2001:db8::1]')
  })

  it.each([['udp'], ['tcp']] as const)(
    '%s listens on IPv4 and IPv6, each with its own address',
    async (transport) => {
      const listen = ['127.0.0.1', '::1'].map((address) => ({ transport, address, port: 0 }))
      const here = await open(transport, { listen })
      const there = await open(transport, { listen })
      expect(here.transports.advertised(transport, '192.0.2.1')!.host).toBe('127.0.0.1')
      expect(here.transports.advertised(transport, '2001:db8::1')!.host).toBe('[::1]')
      for (const [index, address] of ['127.0.0.1', '::1'].entries()) {
        const { port } = there.transports.advertised(transport, address)!
        here.transports.send(message(`${index}`), { transport, address, port })
        const { text, source } = await there.arrival(index + 1)
        expect([text, source.address]).toEqual([message(`${index}`).toString(), address])
        there.transports.send(message('pong'), source)
        expect((await here.arrival(index + 1)).text).toBe(message('pong').toString())
      }
      await expect(open(transport, { listen: [listen[1]!, listen[1]!] })).rejects.toThrow('listed twice')
    },
  )

  it('are all closed again when one of them cannot be bound', async () => {
    const squatter = createSocket('udp4')
    squatter.bind({ port: 0, address: '127.0.0.1', exclusive: true })
    await once(squatter, 'listening')
    const taken = squatter.address().port
    const listen = [
      { transport: 'tcp', address: '127.0.0.1', port: taken },
      { transport: 'udp', address: '127.0.0.1', port: taken },
    ] as const
    await expect(openTransports({ clock: systemClock, listen })).rejects.toThrow('EADDRINUSE')
    squatter.close()
    await once(squatter, 'close')
    const again = await openTransports({ clock: systemClock, listen })
    opened.push(again)
    expect(again.advertised('udp')!.port).toBe(taken)
  })

  it('fail a send over a transport or IP family that is not open', async () => {
    const { transports } = await open('udp')
    const failure = await sendFailing(transports, message(), {
      transport: 'tls',
      address: '127.0.0.1',
      port: 1,
    })
    expect(failure.kind).toBe('no-transport')
    const six = await sendFailing(transports, message(), { transport: 'udp', address: '::1', port: 1 })
    expect(six).toEqual({ kind: 'no-transport', message: 'udp over IPv6 is not open' })
    expect(transports.advertised('udp', '::1')).toBeUndefined()
  })
})

describe('batches of UDP', () => {
  it('deliver a burst completely and in order, including what was sent right before the end', async () => {
    const here = await open('udp')
    const there = await open('udp')
    const to = { transport: 'udp', address: '127.0.0.1', port: there.port } as const
    for (let index = 0; index < 200; index++) here.transports.send(message(`${index}`), to)
    void here.transports.close()
    await there.arrival(200)
    expect(there.arrivals.map(({ text }) => text)).toEqual(
      Array.from({ length: 200 }, (_, index) => message(`${index}`).toString()),
    )
  })
})
