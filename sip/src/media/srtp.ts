// RFC 3711 with the transforms of RFC 4568 6.2: AES-CM with 128-bit keys, HMAC-SHA1 with 80 or 32 bits.
import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'

export const srtpSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const
export type SrtpSuite = (typeof srtpSuites)[number]

const keyBytes = 16
const saltBytes = 14
/** Master key and master salt, in the format of `a=crypto` (RFC 4568 6.1). */
export const masterBytes = keyBytes + saltBytes
const authKeyBytes = 20

const rtpTagBytes: Readonly<Record<SrtpSuite, number>> = {
  AES_CM_128_HMAC_SHA1_80: 10,
  AES_CM_128_HMAC_SHA1_32: 4,
}
/** RFC 4568 6.2: the same in both suites. */
const rtcpTagBytes = 10
/** The E bit and the index of SRTCP (RFC 3711 3.4). */
const rtcpIndexBytes = 4
const rtcpHeaderBytes = 8
const encryptedBit = 0x8000_0000
const rtpHeaderBytes = 12
/** RFC 3711 3.3.2: packets this far behind the newest one are still accepted, once each. */
const replayWindow = 64

interface SessionKeys {
  readonly cipher: Buffer
  readonly auth: Buffer
  readonly salt: Buffer
}

/** RFC 3711 4.3.1, with a key derivation rate of 0: the session keys of RTP begin at label 0, of RTCP at 3. */
export function deriveKeys(master: Buffer, firstLabel: 0 | 3): SessionKeys {
  const key = master.subarray(0, keyBytes)
  const derive = (label: number, length: number): Buffer => {
    const iv = Buffer.alloc(16)
    master.copy(iv, 0, keyBytes, masterBytes)
    iv[7]! ^= label
    return keyStream(key, iv, Buffer.alloc(length))
  }
  return {
    cipher: derive(firstLabel, keyBytes),
    auth: derive(firstLabel + 1, authKeyBytes),
    salt: derive(firstLabel + 2, saltBytes),
  }
}

/** XORs the AES-CM key stream onto `text` (RFC 3711 4.1.1). */
export function keyStream(key: Buffer, iv: Buffer, text: Uint8Array): Buffer {
  return createCipheriv('aes-128-ctr', key, iv).update(text)
}

/** RFC 3711 4.1.1: IV = (salt * 2^16) XOR (SSRC * 2^64) XOR (index * 2^16). `index` has up to 48 bits. */
function ivOf(salt: Buffer, ssrc: number, index: number): Buffer {
  const iv = Buffer.alloc(16)
  salt.copy(iv)
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ ssrc) >>> 0, 4)
  const high = Math.floor(index / 2 ** 32)
  iv.writeUInt16BE(iv.readUInt16BE(8) ^ high, 8)
  iv.writeUInt32BE((iv.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, 10)
  return iv
}

function tagOf(key: Buffer, bytes: number, ...deps: Buffer[]): Buffer {
  const hmac = createHmac('sha1', key)
  for (const part of deps) hmac.update(part)
  return hmac.digest().subarray(0, bytes)
}

/** RFC 3711 4.2: the roll-over counter is authenticated after the packet. */
function rocWord(index: number): Buffer {
  const word = Buffer.alloc(4)
  word.writeUInt32BE(Math.floor(index / 2 ** 16))
  return word
}

/** Encrypts and authenticates the packets of one source. */
export class SrtpSender {
  readonly #rtp: SessionKeys
  readonly #rtcp: SessionKeys
  readonly #tagBytes: number
  #rollOvers = 0
  #lastSequence: number | undefined
  #rtcpIndex = 0

  constructor(suite: SrtpSuite, master: Buffer) {
    this.#rtp = deriveKeys(master, 0)
    this.#rtcp = deriveKeys(master, 3)
    this.#tagBytes = rtpTagBytes[suite]
  }

  /** Packets of one source, in the order of their sequence numbers, with a header of 12 bytes. */
  protect(packet: Buffer): Buffer {
    const sequence = packet.readUInt16BE(2)
    if (this.#lastSequence !== undefined && sequence < this.#lastSequence) this.#rollOvers++
    this.#lastSequence = sequence
    const index = this.#rollOvers * 2 ** 16 + sequence
    const iv = ivOf(this.#rtp.salt, packet.readUInt32BE(8), index)
    const head = packet.subarray(0, rtpHeaderBytes)
    const body = keyStream(this.#rtp.cipher, iv, packet.subarray(rtpHeaderBytes))
    return Buffer.concat([head, body, tagOf(this.#rtp.auth, this.#tagBytes, head, body, rocWord(index))])
  }

  protectRtcp(packet: Buffer): Buffer {
    const index = this.#rtcpIndex++
    const iv = ivOf(this.#rtcp.salt, packet.readUInt32BE(4), index)
    const head = packet.subarray(0, rtcpHeaderBytes)
    const body = keyStream(this.#rtcp.cipher, iv, packet.subarray(rtcpHeaderBytes))
    const word = Buffer.alloc(rtcpIndexBytes)
    word.writeUInt32BE((encryptedBit | index) >>> 0)
    return Buffer.concat([head, body, word, tagOf(this.#rtcp.auth, rtcpTagBytes, head, body, word)])
  }
}

/** The replay window: no sequence number is accepted twice (RFC 3711 3.3.2). */
class ReplayWindow {
  #newest = -1
  /** Bit n: the number n below the newest one was received. */
  #seen = 0n

  isFresh(index: number): boolean {
    const behind = this.#newest - index
    return behind < 0 || (behind < replayWindow && (this.#seen & (1n << BigInt(behind))) === 0n)
  }

  note(index: number): void {
    const ahead = index - this.#newest
    if (ahead <= 0) {
      this.#seen |= 1n << BigInt(-ahead)
      return
    }
    this.#seen = ahead >= replayWindow ? 1n : BigInt.asUintN(replayWindow, (this.#seen << BigInt(ahead)) | 1n)
    this.#newest = index
  }

  get newest(): number {
    return this.#newest
  }
}

/** Verifies and decrypts the packets of the peer. A new source begins with a roll-over counter of 0. */
export class SrtpReceiver {
  readonly #rtp: SessionKeys
  readonly #rtcp: SessionKeys
  readonly #tagBytes: number
  #ssrc: number | undefined
  #window = new ReplayWindow()
  #rtcpWindow = new ReplayWindow()

  constructor(suite: SrtpSuite, master: Buffer) {
    this.#rtp = deriveKeys(master, 0)
    this.#rtcp = deriveKeys(master, 3)
    this.#tagBytes = rtpTagBytes[suite]
  }

  /** The decrypted packet, or undefined when it is not authentic or is a replay. */
  open(bytes: Buffer): Buffer | undefined {
    const end = bytes.length - this.#tagBytes
    const start = headerEnd(bytes, end)
    if (start === undefined) return undefined
    const ssrc = bytes.readUInt32BE(8)
    const window = ssrc === this.#ssrc ? this.#window : new ReplayWindow()
    const index = indexOf(bytes.readUInt16BE(2), window.newest)
    if (index < 0 || !window.isFresh(index)) return undefined
    const tag = tagOf(this.#rtp.auth, this.#tagBytes, bytes.subarray(0, end), rocWord(index))
    if (!timingSafeEqual(tag, bytes.subarray(end))) return undefined
    window.note(index)
    this.#ssrc = ssrc
    this.#window = window
    const iv = ivOf(this.#rtp.salt, ssrc, index)
    return Buffer.concat([
      bytes.subarray(0, start),
      keyStream(this.#rtp.cipher, iv, bytes.subarray(start, end)),
    ])
  }

  openRtcp(bytes: Buffer): Buffer | undefined {
    const tagStart = bytes.length - rtcpTagBytes
    const end = tagStart - rtcpIndexBytes
    if (end < rtcpHeaderBytes) return undefined
    const tag = tagOf(this.#rtcp.auth, rtcpTagBytes, bytes.subarray(0, tagStart))
    if (!timingSafeEqual(tag, bytes.subarray(tagStart))) return undefined
    const word = bytes.readUInt32BE(end)
    const index = word & 0x7fff_ffff
    if (!this.#rtcpWindow.isFresh(index)) return undefined
    this.#rtcpWindow.note(index)
    // RFC 3711 3.4: without the E bit the packet is authenticated but not encrypted.
    if ((word & encryptedBit) === 0) return bytes.subarray(0, end)
    const iv = ivOf(this.#rtcp.salt, bytes.readUInt32BE(4), index)
    return Buffer.concat([
      bytes.subarray(0, rtcpHeaderBytes),
      keyStream(this.#rtcp.cipher, iv, bytes.subarray(rtcpHeaderBytes, end)),
    ])
  }
}

/** Where the encrypted part begins: after CSRCs and extension (RFC 3711 3.1). Undefined: too short. */
function headerEnd(bytes: Buffer, end: number): number | undefined {
  if (end < rtpHeaderBytes) return undefined
  let start = rtpHeaderBytes + (bytes[0]! & 0x0f) * 4
  if ((bytes[0]! & 0b0001_0000) !== 0) {
    if (start + 4 > end) return undefined
    start += 4 + bytes.readUInt16BE(start + 2) * 4
  }
  return start <= end ? start : undefined
}

/** RFC 3711 3.3.1: the packet index with these low 16 bits that is nearest to the newest one; below 0 there is none. */
function indexOf(sequence: number, newest: number): number {
  if (newest < 0) return sequence
  const rollOvers = Math.floor(newest / 2 ** 16)
  const distance = sequence - (newest % 2 ** 16)
  const shift = distance > 2 ** 15 ? -1 : distance < -(2 ** 15) ? 1 : 0
  return (rollOvers + shift) * 2 ** 16 + sequence
}
