// RFC 3264 for one audio stream: our offer, our answer, and the agreed result.
import { isIPv6 } from 'node:net'
import { canonicalAddress } from '../transport/canonical-address.ts'
import type { Codec } from './g722.ts'
import {
  type AudioCodec,
  type Direction,
  type OfferedLine,
  type RemoteAudio,
  type RemoteCrypto,
  type RtpProtocol,
  readSdp,
  type Security,
} from './sdp-audio.ts'
import type { SrtpSuite } from './srtp.ts'
import { packetIntervalMs } from './ticker.ts'

const payloadTypeOf: Readonly<Record<Codec, number>> = { pcmu: 0, pcma: 8, g722: 9 }
/** From the dynamic range (RFC 3551 6); 101 is what most phones use. */
const ownEventPayloadType = 101

/** RFC 8866 6.4: a packet is not longer than the peer's maxptime. Our interval is sent in equal parts. */
const packetLengthsMs = [packetIntervalMs, 10, 5, 4, 2]

/** Our end of a stream. */
export interface LocalAudio {
  /** The address in our SDP; never a wildcard. */
  readonly address: string
  readonly port: number
  /** Codecs, preferred first. */
  readonly codecs: readonly Codec[]
  readonly direction?: Direction
  /** Keys that we encrypt with, preferred suite first. With keys the stream is RTP/SAVP. */
  readonly cryptos?: readonly LocalCrypto[]
  /** With keys: plain RTP is taken as well, and the keys are offered in RTP/AVP, which old phones can read. */
  readonly mayBePlain?: boolean
  /** RFC 8866 5.2: the session id is the same for all descriptions of a call; the version grows with each change. */
  readonly sessionId: number
  readonly version: number
}

export interface LocalCrypto {
  readonly suite: SrtpSuite
  readonly master: Buffer
}

/** The keys of both directions. */
export interface AgreedSrtp {
  readonly suite: SrtpSuite
  readonly localMaster: Buffer
  readonly remoteMaster: Buffer
}

/** The stream that both ends agreed on. */
export interface AgreedAudio {
  readonly codec: Codec
  readonly payloadType: number
  readonly eventPayloadType?: number
  /** The payload types that the peer may send. They may differ from those that it receives (RFC 3264 6.1). */
  readonly receives: ReadonlyMap<number, Codec | 'event'>
  /** The length of the packets that we send. */
  readonly packetMs: number
  /** An address, or a host name that must be looked up. */
  readonly remoteAddress: string
  readonly remoteFamily: 4 | 6
  readonly remotePort: number
  readonly remoteRtcpPort: number
  /** From our side: whether we may send, and whether the peer sends. */
  readonly mayListen: boolean
  readonly maySpeak: boolean
  /** Undefined: plain RTP. */
  readonly srtp?: AgreedSrtp
}

export type Answered =
  | { readonly kind: 'answered'; readonly sdp: string; readonly agreed: AgreedAudio }
  /** RFC 3264 6: nothing in common. In SIP: 488. */
  | { readonly kind: 'nothing-in-common' }
  | { readonly kind: 'unreadable' }

export type AnswerRead =
  | { readonly kind: 'agreed'; readonly agreed: AgreedAudio }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreadable' }

/** The SDP of an offer. */
export function writeOffer(local: LocalAudio): string {
  return (
    sessionLines(local) +
    audioLines(local, offeredCodecs(local), ownEventPayloadType, offeredProtocol(local)) +
    (local.cryptos ?? []).map((crypto, index) => cryptoLine(index + 1, crypto)).join('') +
    `a=${local.direction ?? 'sendrecv'}\r\n`
  )
}

/** The SDP that answers an offer, and the resulting stream. */
export function writeAnswer(offer: string, local: LocalAudio): Answered {
  const remote = readSdp(offer, securityOf(local))
  if (remote === undefined) return { kind: 'unreadable' }
  const audio = remote.audio
  const agreed = audio?.codecs.find(({ codec }) => local.codecs.includes(codec))
  if (audio === undefined || agreed === undefined) return { kind: 'nothing-in-common' }
  // RFC 4568 5.1.2: the answer repeats the tag of the accepted line, with our own key.
  const crypto = audio.cryptos.find(({ suite }) => local.cryptos?.some((own) => own.suite === suite))
  const own = local.cryptos?.find(({ suite }) => suite === crypto?.suite)
  const direction = answeringDirection(audio.direction, local.direction ?? 'sendrecv')
  // RFC 3264 6: as many m= lines as were offered, in the same order; port 0 refuses a stream.
  const media = remote.lines.map((line, index) =>
    index === audio.line
      ? audioLines(local, [agreed], audio.eventPayloadType, audio.protocol) +
        (crypto === undefined || own === undefined ? '' : cryptoLine(crypto.tag, own)) +
        `a=${direction}\r\n`
      : refusedLine(line),
  )
  return {
    kind: 'answered',
    sdp: sessionLines(local) + media.join(''),
    agreed: agree(audio, agreed, direction, received([agreed], audio), own, crypto),
  }
}

/** The stream that results from the answer to our offer. */
export function readAnswer(answer: string, local: LocalAudio): AnswerRead {
  const remote = readSdp(answer, securityOf(local))
  if (remote === undefined) return { kind: 'unreadable' }
  const audio = remote.audio
  // RFC 3264 6.1: all codecs in an answer may be used; we send the first one.
  const agreed = audio?.codecs.find(({ codec }) => local.codecs.includes(codec))
  if (audio === undefined || agreed === undefined) return { kind: 'refused' }
  const direction = answeringDirection(audio.direction, local.direction ?? 'sendrecv')
  // RFC 4568 5.1.3: exactly one line, with the tag and suite of a line that we offered.
  const [crypto] = audio.cryptos
  const own = crypto === undefined ? undefined : local.cryptos?.[crypto.tag - 1]
  if (local.cryptos !== undefined && own?.suite !== crypto?.suite) return { kind: 'refused' }
  // RFC 3264 5.1: whatever we have offered may come, in the numbers of our offer.
  const receives = received([...offeredCodecs(local), agreed], audio).set(ownEventPayloadType, 'event')
  return { kind: 'agreed', agreed: agree(audio, agreed, direction, receives, own, crypto) }
}

function received(
  codecs: readonly AudioCodec[],
  { eventPayloadType }: RemoteAudio,
): Map<number, Codec | 'event'> {
  const types = new Map<number, Codec | 'event'>(codecs.map(({ codec, payloadType }) => [payloadType, codec]))
  return eventPayloadType === undefined ? types : types.set(eventPayloadType, 'event')
}

const offeredCodecs = ({ codecs }: LocalAudio) =>
  codecs.map((codec): AudioCodec => ({ codec, payloadType: payloadTypeOf[codec] }))

function agree(
  audio: RemoteAudio,
  { codec, payloadType }: AudioCodec,
  ours: Direction,
  receives: AgreedAudio['receives'],
  own: LocalCrypto | undefined,
  theirs: RemoteCrypto | undefined,
): AgreedAudio {
  return {
    codec,
    payloadType,
    receives,
    packetMs: packetLengthsMs.find((lengthMs) => lengthMs <= audio.maxPacketMs) ?? 1,
    ...(audio.eventPayloadType === undefined ? {} : { eventPayloadType: audio.eventPayloadType }),
    remoteAddress: canonicalAddress(audio.address),
    remoteFamily: audio.addressFamily,
    remotePort: audio.port,
    remoteRtcpPort: audio.rtcpPort,
    mayListen: ours === 'sendrecv' || ours === 'recvonly',
    maySpeak: ours === 'sendrecv' || ours === 'sendonly',
    ...(own === undefined || theirs === undefined
      ? {}
      : { srtp: { suite: own.suite, localMaster: own.master, remoteMaster: theirs.master } }),
  }
}

/** RFC 3264 6.1: we may send when we want to and the peer receives, and the same in the other direction. */
function answeringDirection(theirs: Direction, wanted: Direction): Direction {
  const send =
    theirs !== 'sendonly' && theirs !== 'inactive' && wanted !== 'recvonly' && wanted !== 'inactive'
  const receive =
    theirs !== 'recvonly' && theirs !== 'inactive' && wanted !== 'sendonly' && wanted !== 'inactive'
  if (send) return receive ? 'sendrecv' : 'sendonly'
  return receive ? 'recvonly' : 'inactive'
}

function sessionLines(local: LocalAudio): string {
  const network = `IN ${isIPv6(local.address) ? 'IP6' : 'IP4'} ${local.address}`
  return `v=0\r\no=- ${local.sessionId} ${local.version} ${network}\r\ns=-\r\nc=${network}\r\nt=0 0\r\n`
}

function audioLines(
  local: LocalAudio,
  codecs: readonly AudioCodec[],
  eventType: number | undefined,
  protocol: RtpProtocol,
): string {
  const types = codecs.map(({ payloadType }) => payloadType)
  if (eventType !== undefined) types.push(eventType)
  const maps = codecs.map(
    ({ codec, payloadType }) => `a=rtpmap:${payloadType} ${codec.toUpperCase()}/8000\r\n`,
  )
  const event =
    eventType === undefined
      ? ''
      : `a=rtpmap:${eventType} telephone-event/8000\r\na=fmtp:${eventType} 0-15\r\n`
  return `m=audio ${local.port} ${protocol} ${types.join(' ')}\r\n${maps.join('')}${event}a=ptime:${packetIntervalMs}\r\n`
}

function securityOf({ cryptos, mayBePlain = false }: LocalAudio): Security {
  if (cryptos === undefined) return 'plain'
  return mayBePlain ? 'offered' : 'required'
}

const offeredProtocol = (local: LocalAudio): RtpProtocol =>
  securityOf(local) === 'required' ? 'RTP/SAVP' : 'RTP/AVP'

const cryptoLine = (tag: number, { suite, master }: LocalCrypto): string =>
  `a=crypto:${tag} ${suite} inline:${master.toString('base64')}\r\n`

const refusedLine = (line: OfferedLine): string => `m=${line.type} 0 ${line.protocol} ${line.payloads}\r\n`
