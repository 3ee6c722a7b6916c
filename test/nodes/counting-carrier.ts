// A carrier that takes every call, rings until it is cancelled, and counts. Plain UDP: it sees what is on the wire.
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'

export interface CarriedCall {
  readonly at: number
  /** Digits that were dialled. */
  readonly to: string
  /** The SIP port of the node that called. */
  readonly from: number
  endedAt: number | undefined
}

export interface Registered {
  readonly at: number
  /** The SIP port of the node that registered. */
  readonly from: number
  /** What the Contact says. */
  readonly contactPort: number
  readonly expires: number
}

export async function startCountingCarrier() {
  const socket = createSocket('udp4')
  const calls = new Map<string, CarriedCall>()
  const registrations: Registered[] = []

  const header = (text: string, name: string) =>
    text.match(new RegExp(`^${name}:\\s*(.*)$`, 'im'))?.[1]?.trim() ?? ''
  const reply = (text: string, status: string, peer: RemoteInfo, more: readonly string[] = []) => {
    const to = header(text, 'To')
    const lines = [
      `SIP/2.0 ${status}`,
      ...[...text.matchAll(/^Via:.*$/gim)].map(([via]) => via),
      `From: ${header(text, 'From')}`,
      `To: ${status.startsWith('100') || to.includes('tag=') ? to : `${to};tag=carrier`}`,
      `Call-ID: ${header(text, 'Call-ID')}`,
      `CSeq: ${header(text, 'CSeq')}`,
      ...more,
      'Content-Length: 0',
      '',
      '',
    ]
    socket.send(lines.join('\r\n'), peer.port, peer.address)
  }

  const invites = new Map<string, string>()
  socket.on('message', (bytes, peer) => {
    const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
    const method = text.slice(0, text.indexOf(' '))
    const id = header(text, 'Call-ID')
    if (method === 'INVITE') {
      const to = text.match(/^INVITE sip:\+?(\d+)/)?.[1] ?? ''
      if (!calls.has(id)) calls.set(id, { at: performance.now(), to, from: peer.port, endedAt: undefined })
      invites.set(id, text)
      reply(text, '100 Trying', peer)
      reply(text, '180 Ringing', peer, ['Contact: <sip:127.0.0.1>'])
    } else if (method === 'CANCEL') {
      const call = calls.get(id)
      reply(text, '200 OK', peer)
      if (call === undefined) return
      call.endedAt ??= performance.now()
      reply(invites.get(id)!, '487 Request Terminated', peer)
    } else if (method === 'REGISTER') {
      const contact = header(text, 'Contact')
      const expires = Number(header(text, 'Expires') || (contact.match(/expires=(\d+)/)?.[1] ?? 0))
      const contactPort = Number(contact.match(/@[^:>;]+:(\d+)/)?.[1] ?? 0)
      registrations.push({ at: performance.now(), from: peer.port, contactPort, expires })
      const bare = contact.match(/<[^>]*>/)?.[0] ?? ''
      reply(text, '200 OK', peer, expires === 0 ? [] : [`Contact: ${bare};expires=${expires}`])
    } else if (method !== 'ACK') {
      reply(text, '200 OK', peer)
    }
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    registrations,
    /** Calls to numbers that begin so, in the order in which they came. */
    callsTo: (prefix: string) => [...calls.values()].filter(({ to }) => to.startsWith(prefix)),
    close: () => socket.close(),
  }
}

/** The most calls that were under way at one moment. */
export function mostAtOnce(calls: readonly CarriedCall[]): number {
  const changes = calls.flatMap(({ at, endedAt }) => [
    { at, by: 1 },
    { at: endedAt ?? Number.POSITIVE_INFINITY, by: -1 },
  ])
  let now = 0
  let most = 0
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}

/** The most calls that began within so many milliseconds. */
export function mostWithin(calls: readonly CarriedCall[], windowMs: number): number {
  const times = calls.map(({ at }) => at).sort((a, b) => a - b)
  let first = 0
  return times.reduce((most, at, index) => {
    while (at - times[first]! >= windowMs) first += 1
    return Math.max(most, index - first + 1)
  }, 0)
}
