import {
  type CallEnd,
  type CallOptions,
  Media,
  type OutgoingCall,
  openTransports,
  type SipMessage,
  sdpBody,
  systemClock,
  type TlsFiles,
  type TransactionTimes,
  type TransportName,
  UserAgent,
  type UserAgentOptions,
} from '@ringkey/sip'
import { freePort } from './peer-process.ts'

/**
 * Round trips on loopback are short: what takes 32 s with the RFC's T1 takes 3.8 s with this one. Still shorter and
 * a peer that does not get its turn for a second, on a busy machine, would look like one that is gone.
 */
const quickTimes: Partial<TransactionTimes> = { t1Ms: 60, t2Ms: 480, t4Ms: 500, absorbMs: 4000 }

export interface OurAgent {
  readonly agent: UserAgent
  readonly media: Media
  readonly port: (transport: TransportName) => number
  /** What went over the wire, as `> INVITE` and `< 180`. */
  readonly ladder: readonly string[]
  /** Messages of the ladder that were received. */
  readonly received: readonly SipMessage[]
  close(): Promise<void>
}

/** Our side of a scene, on loopback. */
export async function startAgent(
  more: Partial<UserAgentOptions> & { readonly tls?: TlsFiles; readonly transports?: TransportName[] } = {},
): Promise<OurAgent> {
  const { tls, transports = ['udp', 'tcp'], ...options } = more
  const transport = await openTransports({
    clock: systemClock,
    listen: transports.map((name) => ({ transport: name, address: '127.0.0.1', port: 0 })),
    ...(tls === undefined ? {} : { tls }),
  })
  const ladder: string[] = []
  const received: SipMessage[] = []
  const agent = new UserAgent({
    transport,
    times: quickTimes,
    trace({ direction, message }) {
      const what = message?.kind === 'request' ? message.method : `${message?.status ?? 'nonsense'}`
      ladder.push(`${direction === 'sent' ? '>' : '<'} ${what}`)
      if (direction === 'received' && message !== undefined) received.push(message)
    },
    ...options,
  })
  const rtpPort = freePort()
  return {
    agent,
    media: new Media({ bindAddress: '127.0.0.1', ports: { firstPort: rtpPort, lastPort: rtpPort + 3 } }),
    port: (name) => transport.advertised(name)!.port,
    ladder,
    received,
    close: () => transport.close(),
  }
}

/** How a call went, as its caller saw it. */
export interface PlacedCall {
  readonly call: OutgoingCall
  readonly progress: number[]
  readonly end: Promise<CallEnd>
}

const offer = sdpBody(
  'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 8\r\n',
)

/** Places a call to a peer on loopback; `onRinging` and `onAnswer` get the call to act on it. */
export function callTo(
  agent: UserAgent,
  port: number,
  options: {
    readonly transport?: 'udp' | 'tcp'
    readonly onRinging?: (call: OutgoingCall) => void
    readonly onAnswered?: (call: OutgoingCall) => void
  } & Partial<CallOptions> = {},
): PlacedCall {
  const { transport = 'udp', onRinging, onAnswered, ...more } = options
  const progress: number[] = []
  const call = agent.call({
    to: `sip:79991234567@127.0.0.1:${port}${transport === 'tcp' ? ';transport=tcp' : ''}`,
    from: 'sip:74951230042@127.0.0.1',
    body: offer,
    ...more,
    onProgress(response) {
      progress.push(response.status)
      more.onProgress?.(response)
      onRinging?.(call)
    },
    onAnswer(response) {
      more.onAnswer?.(response)
      onAnswered?.(call)
    },
  })
  return { call, progress, end: call.ended }
}
