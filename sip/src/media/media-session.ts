// The sockets of one call's media: two UDP sockets around one RtpStream.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { G711Law } from './g711.ts'
import type { RtpPorts } from './rtp-ports.ts'
import { RtpStream, type RtpStreamEvents } from './rtp-stream.ts'
import type { Ticker } from './ticker.ts'

/** A pair that another program uses is skipped. This many in a row mean that the range belongs to another program. */
const maxBindAttempts = 32

export interface MediaSessionOptions extends RtpStreamEvents {
  readonly clock: Clock
  readonly ticker: Ticker
  readonly ports: RtpPorts
  readonly random: Random
  /** The local address to bind. */
  readonly bindAddress: string
  readonly cname: string
  readonly law?: G711Law
  readonly trusts?: (address: string) => boolean
  readonly silenceMs?: number
  readonly whenIdle?: 'silence' | 'nothing'
  readonly recordSeconds?: number
}

/** An open pair of ports with its stream. */
export interface MediaSession {
  readonly port: number
  readonly stream: RtpStream
  /** Sends RTCP BYE, closes the sockets and returns the ports. Harmless when called twice. */
  close(): void
}

export class NoMediaPort extends Error {
  override readonly name = 'NoMediaPort'
}

/** Opens the next free pair of ports. Rejects with `NoMediaPort` when the range is used up. */
export async function openMediaSession(options: MediaSessionOptions): Promise<MediaSession> {
  for (let attempt = 0; attempt < maxBindAttempts; attempt++) {
    const port = options.ports.take()
    if (port === undefined) throw new NoMediaPort(`all ${options.ports.pairs} pairs of RTP ports are in use`)
    const rtp = await bind(options.bindAddress, port)
    const rtcp = rtp === undefined ? undefined : await bind(options.bindAddress, port + 1)
    if (rtp !== undefined && rtcp !== undefined) return session(options, port, rtp, rtcp)
    rtp?.close()
    options.ports.giveBack(port)
  }
  throw new NoMediaPort(`${maxBindAttempts} consecutive pairs of RTP ports are used by other programs`)
}

function session(options: MediaSessionOptions, port: number, rtp: Socket, rtcp: Socket): MediaSession {
  let closed = false
  // Send errors (such as ICMP unreachable) are ignored: the RTP timeout detects a lost peer more reliably.
  const sendOn =
    (socket: Socket) =>
    (bytes: Buffer, toPort: number, address: string): void => {
      if (!closed && toPort > 0) socket.send(bytes, toPort, address, ignore)
    }
  const { ports, bindAddress, law, ...streamOptions } = options
  const stream = new RtpStream({ ...streamOptions, send: sendOn(rtp), sendRtcp: sendOn(rtcp) }, law)
  rtp.on('message', (bytes, from) => stream.takeRtp(bytes, from.port, from.address))
  rtcp.on('message', (bytes, from) => stream.takeRtcp(bytes, from.address))
  return {
    port,
    stream,
    close() {
      if (closed) return
      stream.close()
      closed = true
      rtp.close()
      // send() passes the BYE to the kernel before it returns, so the socket can be closed now.
      rtcp.close()
      ports.giveBack(port)
    },
  }
}

function bind(address: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const family = isIPv6(address) ? 6 : 4
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      ipv6Only: family === 6,
      // The addresses are literals: the default lookup would send every packet through the dns module.
      lookup: (hostname, _options, callback) => callback(null, hostname, family),
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error')
      socket.on('error', ignore)
      resolve(socket)
    })
  })
}

function ignore(): void {}
