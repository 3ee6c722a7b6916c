// RFC 3550 6.4, 6.5, 6.6. Every RTCP datagram is a compound that begins with a report (6.1):
//
//   0                   1                   2                   3
//   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//  |V=2|P| RC / SC |      PT       |             length            |
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//  |                  SSRC of packet sender                        |
//  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
//
// `length` counts 32-bit words without the first one.

const senderReport = 200
const receiverReport = 201
const sourceDescription = 202
const goodbye = 203
const cnameItem = 1
const version2 = 0b10 << 6

export interface SenderReport {
  readonly ssrc: number
  readonly packets: number
  readonly octets: number
  readonly timestamp: number
  /** RFC 3550 6.5.1: names the endpoint; the same for all its streams. */
  readonly cname: string
  /** 64-bit NTP time stamp as two halves; RFC 3550 6.4.1 allows zero when no wall clock is given. */
  readonly ntpSeconds?: number
  readonly ntpFraction?: number
}

/** The final RTCP datagram of a stream: report, CNAME, BYE (RFC 3550 6.1, 6.6). */
export function writeGoodbye(report: SenderReport): Buffer {
  return Buffer.concat([writeReport(report), writeName(report), writeBye(report.ssrc)])
}

/** A periodic report (RFC 3550 6.4.1). */
export function writeSenderReport(report: SenderReport): Buffer {
  return Buffer.concat([writeReport(report), writeName(report)])
}

/** Whether a datagram has an RTCP header (RFC 3550 A.2). */
export function isRtcp(bytes: Buffer): boolean {
  const type = bytes[1]
  const isReport = type === senderReport || type === receiverReport
  return bytes.length >= 8 && (bytes[0]! & 0b1100_0000) === version2 && isReport
}

/** The sources in the BYE packets of a datagram; empty when there is none or it is not RTCP. */
export function readGoodbyes(bytes: Buffer): number[] {
  const sources: number[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const first = bytes[at]!
    const type = bytes[at + 1]!
    const end = at + 4 + bytes.readUInt16BE(at + 2) * 4
    if ((first & 0b1100_0000) !== version2 || end > bytes.length) return []
    // RFC 3550 A.2: the first packet of a compound is a report; anything else is not RTCP.
    if (at === 0 && type !== senderReport && type !== receiverReport) return []
    if (type === goodbye) {
      const count = first & 0x1f
      if (at + 4 + count * 4 > end) return []
      for (let index = 0; index < count; index++) sources.push(bytes.readUInt32BE(at + 4 + index * 4))
    }
    at = end
  }
  return at === bytes.length ? sources : []
}

function writeReport(report: SenderReport): Buffer {
  // RFC 3550 6.4: an endpoint that has sent nothing sends a receiver report, here without report blocks.
  if (report.packets === 0) return withHeader(0, receiverReport, ssrcWord(report.ssrc))
  const body = Buffer.alloc(24)
  body.writeUInt32BE(report.ssrc >>> 0, 0)
  body.writeUInt32BE((report.ntpSeconds ?? 0) >>> 0, 4)
  body.writeUInt32BE((report.ntpFraction ?? 0) >>> 0, 8)
  body.writeUInt32BE(report.timestamp >>> 0, 12)
  body.writeUInt32BE(report.packets >>> 0, 16)
  body.writeUInt32BE(report.octets >>> 0, 20)
  return withHeader(0, senderReport, body)
}

function writeName(report: SenderReport): Buffer {
  const name = Buffer.from(report.cname).subarray(0, 255)
  // RFC 3550 6.5: the chunk ends with at least one null byte, padded to a word.
  const body = Buffer.alloc(Math.ceil((4 + 2 + name.length + 1) / 4) * 4)
  body.writeUInt32BE(report.ssrc >>> 0, 0)
  body[4] = cnameItem
  body[5] = name.length
  body.set(name, 6)
  return withHeader(1, sourceDescription, body)
}

function writeBye(ssrc: number): Buffer {
  return withHeader(1, goodbye, ssrcWord(ssrc))
}

function ssrcWord(ssrc: number): Buffer {
  const word = Buffer.alloc(4)
  word.writeUInt32BE(ssrc >>> 0, 0)
  return word
}

function withHeader(count: number, type: number, body: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header[0] = version2 | count
  header[1] = type
  header.writeUInt16BE(body.length / 4, 2)
  return Buffer.concat([header, body])
}
