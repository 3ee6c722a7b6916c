// RFC 3264 for one audio stream: what we offer, how we answer, and what both agreed on.
import { isIPv6 } from 'node:net'
import type { G711Law } from './g711.ts'
import { type AudioCodec, type Direction, type OfferedLine, type RemoteAudio, readSdp } from './sdp-audio.ts'
import { packetIntervalMs } from './ticker.ts'

const payloadTypeOf: Readonly<Record<G711Law, number>> = { pcmu: 0, pcma: 8 }
/** From the dynamic range (RFC 3551 6); 101 is what most phones use. */
const ownEventPayloadType = 101

/** Our end of a stream. */
export interface LocalAudio {
  /** The address that the peer is told; never a wildcard. */
  readonly address: string
  readonly port: number
  /** Best first. */
  readonly laws: readonly G711Law[]
  readonly direction?: Direction
  /** RFC 8866 5.2: the same for all descriptions of a call, while the version grows with each change. */
  readonly sessionId: number
  readonly version: number
}

/** What both ends said yes to. */
export interface AgreedAudio {
  readonly law: G711Law
  readonly payloadType: number
  readonly eventPayloadType?: number
  /** An address, or a host name that is to be looked up. */
  readonly remoteAddress: string
  readonly remoteFamily: 4 | 6
  readonly remotePort: number
  readonly remoteRtcpPort: number
  /** From our side: may we send, does the peer send. */
  readonly mayListen: boolean
  readonly maySpeak: boolean
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
  const codecs = local.laws.map((law): AudioCodec => ({ law, payloadType: payloadTypeOf[law] }))
  return (
    sessionLines(local) +
    audioLines(local, codecs, ownEventPayloadType) +
    `a=${local.direction ?? 'sendrecv'}\r\n`
  )
}

/** The SDP that answers an offer, and what it means for our stream. */
export function writeAnswer(offer: string, local: LocalAudio): Answered {
  const remote = readSdp(offer)
  if (remote === undefined) return { kind: 'unreadable' }
  const audio = remote.audio
  const codec = audio?.codecs.find(({ law }) => local.laws.includes(law))
  if (audio === undefined || codec === undefined) return { kind: 'nothing-in-common' }
  const direction = answeringDirection(audio.direction, local.direction ?? 'sendrecv')
  // RFC 3264 6: as many m= lines as were offered, in their order; port 0 refuses one.
  const media = remote.lines.map((line, index) =>
    index === audio.line
      ? audioLines(local, [codec], audio.eventPayloadType) + `a=${direction}\r\n`
      : refusedLine(line),
  )
  return {
    kind: 'answered',
    sdp: sessionLines(local) + media.join(''),
    agreed: agree(audio, codec, direction),
  }
}

/** What the answer to our offer means for our stream. */
export function readAnswer(answer: string, local: LocalAudio): AnswerRead {
  const remote = readSdp(answer)
  if (remote === undefined) return { kind: 'unreadable' }
  const audio = remote.audio
  // RFC 3264 6.1: several codecs in an answer may all be used; we speak the first one.
  const codec = audio?.codecs.find(({ law }) => local.laws.includes(law))
  if (audio === undefined || codec === undefined) return { kind: 'refused' }
  const direction = answeringDirection(audio.direction, local.direction ?? 'sendrecv')
  return { kind: 'agreed', agreed: agree(audio, codec, direction) }
}

function agree(audio: RemoteAudio, codec: AudioCodec, ours: Direction): AgreedAudio {
  return {
    law: codec.law,
    payloadType: codec.payloadType,
    ...(audio.eventPayloadType === undefined ? {} : { eventPayloadType: audio.eventPayloadType }),
    remoteAddress: audio.address,
    remoteFamily: audio.addressFamily,
    remotePort: audio.port,
    remoteRtcpPort: audio.rtcpPort,
    mayListen: ours === 'sendrecv' || ours === 'recvonly',
    maySpeak: ours === 'sendrecv' || ours === 'sendonly',
  }
}

/** RFC 3264 6.1: we may send what the peer receives and we want to send, and the other way round. */
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

function audioLines(local: LocalAudio, codecs: readonly AudioCodec[], eventType: number | undefined): string {
  const types = codecs.map(({ payloadType }) => payloadType)
  if (eventType !== undefined) types.push(eventType)
  const maps = codecs.map(({ law, payloadType }) => `a=rtpmap:${payloadType} ${law.toUpperCase()}/8000\r\n`)
  const event =
    eventType === undefined
      ? ''
      : `a=rtpmap:${eventType} telephone-event/8000\r\na=fmtp:${eventType} 0-15\r\n`
  return `m=audio ${local.port} RTP/AVP ${types.join(' ')}\r\n${maps.join('')}${event}a=ptime:${packetIntervalMs}\r\n`
}

const refusedLine = (line: OfferedLine): string => `m=${line.type} 0 ${line.protocol} ${line.payloads}\r\n`
