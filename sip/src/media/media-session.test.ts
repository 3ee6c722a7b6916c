import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../test/simulation/seeded-random.ts'
import { systemClock } from '../clock.ts'
import { systemRandom } from '../random.ts'
import { type MediaSession, NoMediaPort, openMediaSession } from './media-session.ts'
import { writeRtp } from './rtp-packet.ts'
import { RtpPorts } from './rtp-ports.ts'
import { Ticker } from './ticker.ts'

const freeEvenPort = async (): Promise<number> => {
  for (let draw = 0; draw < 1000; draw++) {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    socket.close()
    if (port % 2 === 0 && port < 65_000) return port
  }
  throw new Error('no even port in 1000 draws')
}

const open = (ports: RtpPorts, more: object = {}) =>
  openMediaSession({
    clock: systemClock,
    ticker: new Ticker(systemClock),
    ports,
    random: systemRandom,
    bindAddress: '127.0.0.1',
    cname: 'test',
    ...more,
  })

describe('RTP ports', () => {
  it('are even, bounded, and are not reused at once', () => {
    const ports = new RtpPorts({ firstPort: 20001, lastPort: 20007 }, systemRandom)
    const taken = [ports.take(), ports.take(), ports.take()]
    expect([ports.pairs, ...taken.toSorted()]).toEqual([3, 20002, 20004, 20006])
    expect([ports.take(), ports.inUse]).toEqual([undefined, 3])
    for (const port of taken) ports.release(port!)
    const again = [ports.take(), ports.take(), ports.take()]
    expect([again[2], new Set(again).size, ports.take()]).toEqual([taken[2], 3, undefined])
  })

  it('are drawn at random: neither the first port nor the order can be predicted', () => {
    const drawn = (seed: number) => {
      const ports = new RtpPorts({ firstPort: 20000, lastPort: 20999 }, new SeededRandom(seed))
      return Array.from({ length: 500 }, () => ports.take()!)
    }
    const firsts = new Set(Array.from({ length: 50 }, (_, seed) => drawn(seed)[0]))
    expect(firsts.size).toBeGreaterThan(40)
    const ports = drawn(1)
    expect(new Set(ports).size).toBe(500)
    // Sequential allocation would make all 499 steps one pair long.
    expect(ports.filter((port, index) => port - ports[index - 1]! === 2).length).toBeLessThan(20)
  })

  it('are refused when the range contains no pair', () => {
    expect(() => new RtpPorts({ firstPort: 20001, lastPort: 20002 }, systemRandom)).toThrow('no pair')
    expect(() => new RtpPorts({ firstPort: 65534, lastPort: 70000 }, systemRandom)).toThrow('no pair')
  })
})

describe('a media session', () => {
  it('sends speech and RTCP BYE to the other end over real sockets', async () => {
    const base = await freeEvenPort()
    const ports = new RtpPorts({ firstPort: base, lastPort: base + 39 }, systemRandom)
    const { promise: goodbye, resolve: onGoodbye } = Promise.withResolvers<void>()
    const here = await open(ports)
    const there = await open(ports, { recordSeconds: 5, onGoodbye })
    const agree = (from: MediaSession, to: MediaSession) =>
      from.stream.agree({
        codec: 'pcma',
        payloadType: 8,
        receives: new Map([[8, 'pcma']]),
        packetMs: 20,
        remoteAddress: '127.0.0.1',
        remoteFamily: 4,
        remotePort: to.port,
        remoteRtcpPort: to.port + 1,
        mayListen: true,
        maySpeak: true,
      })
    agree(there, here)
    agree(here, there)
    const clip = Uint8Array.from({ length: 1600 }, (_, index) => index % 200)
    expect(await here.stream.play({ law: 'pcma', bytes: clip })).toBe(true)
    here.close()
    await goodbye
    there.close()
    expect(Buffer.from(there.stream.recording!.audio()).includes(clip)).toBe(true)
    expect(ports.inUse).toBe(0)
  })

  it('is refused by a closed port, and still receives RTP from another one', async () => {
    const base = await freeEvenPort()
    const session = await open(new RtpPorts({ firstPort: base, lastPort: base + 39 }, systemRandom), {
      bindAddress: '0.0.0.0',
    })
    const other = createSocket('udp4')
    other.bind(0, '127.0.0.1')
    await once(other, 'listening')
    const closedPort = await freeEvenPort()
    const agreed = {
      codec: 'pcma',
      payloadType: 8,
      receives: new Map([[8, 'pcma' as const]]),
      packetMs: 20,
      remoteFamily: 4,
      mayListen: true,
      maySpeak: true,
    } as const
    const agree = (remoteAddress: string, remotePort: number) =>
      session.stream.agree({ ...agreed, remoteAddress, remotePort, remoteRtcpPort: remotePort + 1 })
    agree('127.0.0.1', closedPort)
    await expect.poll(() => session.isRefused, { timeout: 10_000 }).toBe(true)

    const packet = { marker: false, payloadType: 8, timestamp: 0, ssrc: 1, payload: new Uint8Array(160) }
    other.send(writeRtp({ ...packet, sequence: 1 }), session.port, '127.0.0.1')
    await expect.poll(() => session.stream.counts.received).toBe(1)

    // Moved to an open port: the refusals of the former one no longer count.
    agree('127.0.0.1', other.address().port)
    await expect.poll(() => session.isRefused, { timeout: 10_000 }).toBe(false)
    other.send(writeRtp({ ...packet, sequence: 2 }), session.port, '127.0.0.1')
    await expect.poll(() => session.stream.counts.received).toBe(2)
    session.close()
    other.close()
  })

  it('skips a pair of ports that another program uses', async () => {
    const base = await freeEvenPort()
    const squatter = createSocket('udp4')
    squatter.bind({ port: base + 1, address: '127.0.0.1', exclusive: true })
    await once(squatter, 'listening')
    const session = await open(new RtpPorts({ firstPort: base, lastPort: base + 39 }, systemRandom))
    expect(session.port).toBeGreaterThan(base)
    session.close()
    squatter.close()
  })

  it('rejects when all ports of the range are in use', async () => {
    const base = await freeEvenPort()
    const ports = new RtpPorts({ firstPort: base, lastPort: base + 1 }, systemRandom)
    const session = await open(ports)
    await expect(open(ports)).rejects.toThrow(NoMediaPort)
    session.close()
    expect(ports.inUse).toBe(0)
  })
})
