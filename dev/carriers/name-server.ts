// A carrier's name server: it has SRV, A and AAAA records of one zone, and refuses NAPTR queries.
import { createSocket } from 'node:dgram'

export interface Zone {
  readonly srv: Readonly<
    Record<string, readonly { readonly priority: number; readonly port: number; readonly name: string }[]>
  >
  readonly a: Readonly<Record<string, string>>
  /** Each as the 16 bytes of the address. */
  readonly aaaa?: Readonly<Record<string, Buffer>>
  /** How long an answer may be kept; a minute without it. */
  readonly ttlSeconds?: number
}

export interface NameServer {
  readonly port: number
  /** Types of refused queries. */
  readonly refused: number[]
  /** It answers nobody, as a server that cannot be reached. */
  isSilent: boolean
  /** Queries that came while it was silent. */
  unanswered: number
  close(): Promise<void>
}

const types = { a: 1, aaaa: 28, srv: 33, naptr: 35 }
const [noError, refused] = [0, 5]
const usualTtlSeconds = 60

/** The port; 0, or left out, uses any free port. */
export async function startNameServer(zone: Zone, port = 0): Promise<NameServer> {
  const socket = createSocket('udp4')
  const refusals: number[] = []
  socket.on('message', (query, { port, address }) => {
    if (server.isSilent) {
      server.unanswered += 1
      return
    }
    const { name, type, end } = questionOf(query)
    const isRefused = type === types.naptr
    if (isRefused) refusals.push(type)
    const records = isRefused ? [] : recordsOf(zone, name, type)
    const head = Buffer.alloc(12)
    head.writeUInt16BE(query.readUInt16BE(0), 0)
    head.writeUInt16BE(0x8180 | (isRefused ? refused : noError), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(records.length, 6)
    const answers = records.map((data) => {
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt32BE(zone.ttlSeconds ?? usualTtlSeconds, 6)
      record.writeUInt16BE(data.length, 10)
      return Buffer.concat([record, data])
    })
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, '127.0.0.1', resolve)
  })
  const server: NameServer = {
    port: socket.address().port,
    refused: refusals,
    isSilent: false,
    unanswered: 0,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
  return server
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function recordsOf(zone: Zone, name: string, type: number): Buffer[] {
  const address = zone.a[name]
  if (type === types.a && address !== undefined) return [Buffer.from(address.split('.').map(Number))]
  const longAddress = zone.aaaa?.[name]
  if (type === types.aaaa && longAddress !== undefined) return [longAddress]
  if (type !== types.srv) return []
  return (zone.srv[name] ?? []).map((record) => {
    const head = Buffer.alloc(6)
    head.writeUInt16BE(record.priority, 0)
    head.writeUInt16BE(record.port, 4)
    return Buffer.concat([head, ...record.name.split('.').map(label), Buffer.from([0])])
  })
}

function label(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}
