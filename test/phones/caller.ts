// A carrier's machine that calls us with exactly the headers that a test writes.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

export interface Dialled {
  /** The number that is called, E.164 digits. */
  readonly called: string
  /** The Request-URI; the number at our address when it is left out. */
  readonly uri?: string
  /** The value of From without its tag. */
  readonly from: string
  /** Further header lines. */
  readonly headers?: readonly string[]
  /** The phone offers audio at this port. */
  readonly audioPort?: number
}

export interface Caller {
  /** Resolves with the status of the final answer, once its ACK was sent. */
  dial(call: Dialled): Promise<number>
  close(): void
}

/** T1 of RFC 3261: over UDP an INVITE is sent again until an answer comes. */
const repeatMs = 500
const patienceMs = 60_000

const sdpAt = (address: string, port: number) =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 8`,
    '',
  ].join('\r\n')

export async function openCaller(address: string, sipPort: number): Promise<Caller> {
  const six = isIPv6(address)
  const written = (host: string) => (six ? `[${host}]` : host)
  const service = six ? '::1' : '127.0.0.1'
  const socket = createSocket(six ? 'udp6' : 'udp4')
  const answers = new Map<string, (text: string) => void>()
  socket.on('message', (bytes) => {
    const text = bytes.toString()
    answers.get(/^Call-ID: (.+)\r$/im.exec(text)?.[1] ?? '')?.(text)
  })
  socket.bind(0, address)
  await once(socket, 'listening')
  const here = `${written(address)}:${socket.address().port}`
  const send = (text: string) => socket.send(text, sipPort, service)
  let calls = 0

  const dial = async ({
    called,
    uri: requestUri,
    from,
    headers = [],
    audioPort,
  }: Dialled): Promise<number> => {
    const id = `call-${++calls}@${here}`
    const uri = `sip:+${called}@${written(service)}`
    const request = (method: string, to: string, more: readonly string[] = [], body = '') =>
      [
        `${method} ${requestUri ?? uri} SIP/2.0`,
        `Via: SIP/2.0/UDP ${here};branch=z9hG4bK${calls}x${called}`,
        `From: ${from};tag=caller${calls}`,
        `To: ${to}`,
        `Call-ID: ${id}`,
        `CSeq: 1 ${method}`,
        `Contact: <sip:${here}>`,
        'Max-Forwards: 70',
        ...more,
        `Content-Length: ${body.length}`,
        `\r\n${body}`,
      ].join('\r\n')
    const invite =
      audioPort === undefined
        ? request('INVITE', `<${uri}>`, headers)
        : request(
            'INVITE',
            `<${uri}>`,
            [...headers, 'Content-Type: application/sdp'],
            sdpAt(address, audioPort),
          )
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    answers.set(id, (text) => {
      const status = Number(text.slice('SIP/2.0 '.length, 11))
      if (status < 200) return
      const to = /^To: (.+)\r$/im.exec(text)?.[1]
      const via = /branch=([^;\r]+)/.exec(text)?.[1]
      send(request('ACK', to!).replace(/branch=[^;\r]+/, `branch=${via}`))
      resolve(status)
    })
    send(invite)
    const repeat = setInterval(() => send(invite), repeatMs)
    const patience = setTimeout(
      () => reject(new Error(`no final answer to the call from ${from}`)),
      patienceMs,
    )
    try {
      return await promise
    } finally {
      clearInterval(repeat)
      clearTimeout(patience)
    }
  }
  return { dial, close: () => socket.close() }
}
