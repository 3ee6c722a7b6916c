// The sockets of one call's media: two UDP sockets around one RtpStream, and a third where the peer may refuse RTP.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Random } from '../random.ts'
import type { G711Law } from './g711.ts'
import { Refusals } from './refusals.ts'
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
  /** ICMP says that nobody listens where RTP is sent to. */
  readonly isRefused: boolean
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
    // The RTP port may be bound again by programs that share it as well; the RTCP port keeps the pair ours.
    const rtcp = await bind(options.bindAddress, port + 1)
    const rtp = rtcp === undefined ? undefined : await bind(options.bindAddress, port, { reuseAddr: true })
    if (rtp !== undefined && rtcp !== undefined) return session(options, port, rtp, rtcp)
    rtcp?.close()
    options.ports.release(port)
  }
  throw new NoMediaPort(`${maxBindAttempts} consecutive pairs of RTP ports are used by other programs`)
}

function session(options: MediaSessionOptions, port: number, rtp: Socket, rtcp: Socket): MediaSession {
  let closed = false
  const { ports, bindAddress, law, ...streamOptions } = options
  const takeRtp = (bytes: Buffer, from: RemoteInfo): void => {
    refusals.noteReceived(from.port, from.address)
    stream.takeRtp(bytes, from.port, from.address)
  }
  const refusals = new Refusals((toPort, address) => {
    const socket = newSocket(bindAddress, { reuseAddr: true }).on('error', ignore).on('message', takeRtp)
    return socket.bind({ address: bindAddress, port, exclusive: true }, () => socket.connect(toPort, address))
  })
  // Errors of single packets are ignored: `refusals` and the RTP timeout detect a lost peer more reliably.
  const sendOn =
    (socket: Socket) =>
    (bytes: Buffer, toPort: number, address: string): void => {
      if (closed || toPort <= 0) return
      socket.send(bytes, toPort, address, ignore)
      if (socket === rtp) refusals.noteSent(toPort, address)
    }
  const stream = new RtpStream({ ...streamOptions, send: sendOn(rtp), sendRtcp: sendOn(rtcp) }, law)
  rtp.on('message', takeRtp)
  rtcp.on('message', (bytes, from) => stream.takeRtcp(bytes, from.address))
  return {
    port,
    stream,
    get isRefused() {
      return refusals.isRefused
    },
    close() {
      if (closed) return
      stream.close()
      closed = true
      rtp.close()
      refusals.close()
      // send() passes the BYE to the kernel before it returns, so the socket can be closed now.
      rtcp.close()
      ports.release(port)
    },
  }
}

interface Sharing {
  /** Whether further sockets of ours may use the port. */
  readonly reuseAddr?: boolean
}

function newSocket(address: string, sharing: Sharing): Socket {
  const family = isIPv6(address) ? 6 : 4
  return createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    ipv6Only: family === 6,
    ...sharing,
    // The addresses are literals: the default lookup would send every packet through the dns module.
    lookup: (hostname, _options, callback) => callback(null, hostname, family),
  })
}

function bind(address: string, port: number, sharing: Sharing = {}): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = newSocket(address, sharing)
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
