// The audio part of an SDP, reduced to what G.711 and G.722 over RTP need (RFC 8866, RFC 3551 table 4).
import { isIP } from 'node:net'
import { type MediaDescription, parse, type SessionDescription } from 'sdp-transform'
import type { Codec } from './g722.ts'
import { masterBytes, type SrtpSuite, srtpSuites } from './srtp.ts'

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

/** More streams than any real description has; limits the answer, which has a line for each. */
const maxMediaLines = 16
const maxSdpBytes = 16 * 1024
const maxCryptoLines = 16

const staticCodecs: Readonly<Record<number, Codec>> = { 0: 'pcmu', 8: 'pcma', 9: 'g722' }

export interface AudioCodec {
  readonly codec: Codec
  readonly payloadType: number
}

/** The audio stream of the far end, as its SDP describes it. */
export interface RemoteAudio {
  /** Which m= line it is, counted from 0. */
  readonly line: number
  /** An address or a host name (RFC 8866 5.7 allows both). */
  readonly address: string
  /** The IP version that the description names for it. */
  readonly addressFamily: 4 | 6
  readonly port: number
  readonly rtcpPort: number
  readonly direction: Direction
  /** The codecs that it accepts, preferred first. */
  readonly codecs: readonly AudioCodec[]
  readonly eventPayloadType?: number
  readonly protocol: RtpProtocol
  /** The longest packet that it accepts; infinite when it does not say. */
  readonly maxPacketMs: number
  /** Keys of RTP/SAVP, preferred first; empty on plain RTP. */
  readonly cryptos: readonly RemoteCrypto[]
}

/** One `a=crypto` line that we can use (RFC 4568 9.1). */
export interface RemoteCrypto {
  readonly tag: number
  readonly suite: SrtpSuite
  /** Key and salt that the far end encrypts with. */
  readonly master: Buffer
}

/** Plain RTP, or SRTP with the keys in the SDP (RFC 4568). */
export type RtpProtocol = 'RTP/AVP' | 'RTP/SAVP'

/** Which of them a description may have. `offered`: both, and keys count in RTP/AVP too. */
export type Security = 'plain' | 'offered' | 'required'

/** One m= line as offered. The answer accepts or refuses it at the same position (RFC 3264 6). */
export interface OfferedLine {
  readonly type: string
  readonly protocol: string
  readonly payloads: string
}

export interface RemoteSdp {
  readonly lines: readonly OfferedLine[]
  /** The first stream that we support, if any. */
  readonly audio?: RemoteAudio
}

/** Reads an SDP body, and the first audio stream that fits. Undefined: it is not SDP. */
export function readSdp(body: string, security: Security = 'plain'): RemoteSdp | undefined {
  if (body.length > maxSdpBytes || !body.startsWith('v=0')) return undefined
  const session = parse(body)
  if (session.origin === undefined || session.media.length > maxMediaLines) return undefined
  const lines: OfferedLine[] = []
  let audio: RemoteAudio | undefined
  for (const [line, media] of session.media.entries()) {
    const { type, port } = media
    // Fields that the grammar did not find are absent, and numbers too large for it stay text.
    if (typeof type !== 'string' || typeof port !== 'number' || typeof media.protocol !== 'string')
      return undefined
    if (port > 0xffff) return undefined
    lines.push({ type, protocol: media.protocol, payloads: String(media.payloads ?? '0') })
    audio ??= readAudio(session, media, line, security)
  }
  return audio === undefined ? { lines } : { lines, audio }
}

function readAudio(
  session: SessionDescription,
  media: MediaDescription,
  line: number,
  security: Security,
): RemoteAudio | undefined {
  const { protocol } = media
  if (media.type !== 'audio' || media.port === 0) return undefined
  if (protocol !== 'RTP/AVP' && protocol !== 'RTP/SAVP') return undefined
  if (security === 'plain' && protocol === 'RTP/SAVP') return undefined
  if (security === 'required' && protocol === 'RTP/AVP') return undefined
  const cryptos = security === 'plain' ? [] : readCryptos(media)
  if (protocol === 'RTP/SAVP' && cryptos.length === 0) return undefined
  const connection = media.connection ?? session.connection
  const address = String(connection?.ip ?? '').split('/')[0]!
  if (isIP(address) === 0 && !isHostName(address)) return undefined
  const offered = String(media.payloads ?? '')
    .split(' ')
    .map(Number)
    .filter((payloadType) => Number.isInteger(payloadType) && payloadType >= 0 && payloadType < 128)
  const mapped = new Map(media.rtp.map((map) => [map.payload, map]))
  const codecs = offered.flatMap((payloadType): AudioCodec[] => {
    const codec = codecOf(payloadType, mapped.get(payloadType)?.codec)
    return codec === undefined ? [] : [{ codec, payloadType }]
  })
  if (codecs.length === 0) return undefined
  const event = offered.find((payloadType) => {
    const map = mapped.get(payloadType)
    return String(map?.codec).toLowerCase() === 'telephone-event' && (map?.rate ?? 8000) === 8000
  })
  return {
    line,
    address,
    addressFamily: connection?.version === 6 ? 6 : 4,
    port: media.port,
    // RFC 3605: the port of RTCP when it is not the next one.
    rtcpPort: validPort(media.rtcp?.port) ?? Math.min(media.port + 1, 0xffff),
    direction: isHeld(address) ? 'inactive' : (media.direction ?? session.direction ?? 'sendrecv'),
    codecs,
    protocol,
    maxPacketMs: Number(media.maxptime) > 0 ? Number(media.maxptime) : Number.POSITIVE_INFINITY,
    cryptos,
    ...(event === undefined ? {} : { eventPayloadType: event }),
  }
}

/** Lines with another suite, a master key identifier or session parameters are not supported. */
function readCryptos(media: MediaDescription): RemoteCrypto[] {
  return (media.crypto ?? []).slice(0, maxCryptoLines).flatMap(({ id, suite, config, sessionConfig }) => {
    const known = srtpSuites.find((one) => one === suite)
    // RFC 4568 6.1: "inline:", key and salt, then an optional lifetime, which is longer than any of our calls.
    const inline = /^inline:([A-Za-z0-9+/]{40})(?:\|(?:2\^)?\d{1,20})?$/.exec(String(config))?.[1]
    const tag = Number(id)
    if (known === undefined || inline === undefined || sessionConfig !== undefined || !(tag >= 0)) return []
    const master = Buffer.from(inline, 'base64')
    return master.length === masterBytes ? [{ tag, suite: known, master }] : []
  })
}

/**
 * RFC 1123 2.1: labels of letters, digits and hyphens. The last label is not numeric; otherwise it is a malformed
 * address.
 */
function isHostName(text: string): boolean {
  return (
    text.length <= 253 &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i.test(text)
  )
}

function codecOf(payloadType: number, codec: unknown): Codec | undefined {
  if (codec === undefined) return staticCodecs[payloadType]
  const name = String(codec).toLowerCase()
  return name === 'pcma' || name === 'pcmu' || name === 'g722' ? name : undefined
}

/** RFC 3264 8.4: an address of zeros is the old way to put a call on hold. */
const isHeld = (address: string): boolean => address === '0.0.0.0' || address === '::'

const validPort = (port: unknown): number | undefined =>
  typeof port === 'number' && port > 0 && port <= 0xffff ? port : undefined
