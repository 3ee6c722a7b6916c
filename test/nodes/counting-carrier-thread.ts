// The carrier's side of the wire.
import { createSocket, type RemoteInfo } from 'node:dgram'
import { parentPort, workerData } from 'node:worker_threads'
import type { CarrierNews, CarrierTerms, Dialled } from './counting-carrier.ts'

// A burst that does not fit would be lost, and sent again half a second later.
const socket = createSocket({ type: 'udp4', recvBufferSize: 4_194_304 })
const { host, answered } = workerData as CarrierTerms
/** After the first 180: the service has to see that it rings. */
const answersAfterMs = 400
/** Where speech goes: nobody listens there. */
const media = createSocket('udp4')
const report = (news: CarrierNews) => parentPort!.postMessage(news)
const nowMs = () => performance.timeOrigin + performance.now()

const header = (text: string, name: string) =>
  text.match(new RegExp(`^${name}:\\s*(.*)$`, 'im'))?.[1]?.trim() ?? ''
const reply = (text: string, status: string, peer: RemoteInfo, more: readonly string[] = [], body = '') => {
  const to = header(text, 'To')
  const lines = [
    `SIP/2.0 ${status}`,
    ...[...text.matchAll(/^Via:.*$/gim)].map(([via]) => via),
    `From: ${header(text, 'From')}`,
    `To: ${status.startsWith('100') || to.includes('tag=') ? to : `${to};tag=carrier`}`,
    `Call-ID: ${header(text, 'Call-ID')}`,
    `CSeq: ${header(text, 'CSeq')}`,
    ...more,
    `Content-Length: ${body.length}`,
    '',
    body,
  ]
  socket.send(lines.join('\r\n'), peer.port, peer.address)
}

function answer(text: string, peer: RemoteInfo): void {
  const session = ['v=0', `o=- 1 1 IN IP4 ${host}`, 's=-', `c=IN IP4 ${host}`, 't=0 0']
  const audio = [`m=audio ${media.address().port} RTP/AVP 8`, 'a=rtpmap:8 PCMA/8000', '']
  const about = [`Contact: <sip:${host}:${socket.address().port}>`, 'Content-Type: application/sdp']
  reply(text, '200 OK', peer, about, [...session, ...audio].join('\r\n'))
}

let dials = 0
const write = (method: string, { caller, to, port }: Dialled, id: string, more: readonly string[]) => {
  const lines = [
    `${method} sip:${to}@${host}:${port} SIP/2.0`,
    `Via: SIP/2.0/UDP ${host}:${socket.address().port};branch=z9hG4bK${id}`,
    'Max-Forwards: 70',
    `From: <sip:${caller}@${host}>;tag=${id}`,
    `Call-ID: ${id}`,
    `CSeq: 1 ${method}`,
    ...more,
    'Content-Length: 0',
    '',
    '',
  ]
  socket.send(lines.join('\r\n'), port, host)
}
const dialled = new Map<string, Dialled>()
parentPort!.on('message', (call: Dialled) => {
  const id = `in-${++dials}`
  dialled.set(id, call)
  const asserted = `P-Asserted-Identity: <sip:+${call.caller}@${host}>`
  write('INVITE', call, id, [`To: <sip:${call.to}@${host}>`, asserted, `Contact: <sip:${host}>`])
})

const invites = new Map<string, string>()
socket.on('message', (bytes, peer) => {
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
  const method = text.slice(0, text.indexOf(' '))
  const id = header(text, 'Call-ID')
  const call = dialled.get(id)
  if (method === 'SIP/2.0') {
    // A refusal is acknowledged on the transaction of its INVITE (RFC 3261 17.1.1.3).
    if (call !== undefined && /^SIP\/2.0 [2-6]/.test(text))
      write('ACK', call, id, [`To: ${header(text, 'To')}`])
  } else if (method === 'INVITE') {
    const to = text.match(/^INVITE sip:\+?(\d+)/)?.[1] ?? ''
    const caller = header(text, 'From').match(/sip:\+?(\d+)/)?.[1] ?? ''
    if (!invites.has(id) && to.startsWith(answered))
      setTimeout(() => invites.get(id) === text && answer(text, peer), answersAfterMs)
    if (!invites.has(id)) report({ kind: 'call', id, call: { at: nowMs(), to, caller, from: peer.port } })
    invites.set(id, text)
    reply(text, '100 Trying', peer)
    reply(text, '180 Ringing', peer, [`Contact: <sip:${host}>`])
  } else if (method === 'CANCEL') {
    const invite = invites.get(id)
    reply(text, '200 OK', peer)
    if (!invite) return
    report({ kind: 'ended', id, at: nowMs() })
    reply(invite, '487 Request Terminated', peer)
    invites.set(id, '')
  } else if (method === 'REGISTER') {
    const contact = header(text, 'Contact')
    const expires = Number(header(text, 'Expires') || (contact.match(/expires=(\d+)/)?.[1] ?? 0))
    const contactPort = Number(contact.match(/@[^:>;]+:(\d+)/)?.[1] ?? 0)
    report({ kind: 'registered', registered: { at: nowMs(), from: peer.port, contactPort, expires } })
    const bare = contact.match(/<[^>]*>/)?.[0] ?? ''
    reply(text, '200 OK', peer, expires === 0 ? [] : [`Contact: ${bare};expires=${expires}`])
  } else if (method === 'ACK') {
    // The call is over. Its id is kept: an INVITE that comes once more is none of a new call.
    if (invites.has(id)) invites.set(id, '')
  } else {
    reply(text, '200 OK', peer)
  }
})
media.bind(0, host, () =>
  socket.bind(0, host, () => report({ kind: 'listening', port: socket.address().port })),
)
