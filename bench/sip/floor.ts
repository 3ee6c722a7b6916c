// The least that Node can do for a flash call: one socket, templates, no parser, no timers, no states. What
// it reaches is the floor of cost below any SIP stack in Node; run as a process of its own by main.ts.
import { createSocket } from 'node:dgram'

const [port, calls, atOnce] = process.argv.slice(2).map(Number) as [number, number, number]
const socket = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) })
// With a look-up that answers at once `listening` comes before bind() returns, so only a callback hears it.
await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
socket.setRecvBufferSize(4 * 1024 * 1024)
const ours = `127.0.0.1:${socket.address().port}`
const peer = `127.0.0.1:${port}`

const sdp = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 20000 RTP/AVP 8 0 101',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:101 telephone-event/8000',
  'a=fmtp:101 0-15',
  'a=ptime:20',
  'a=sendrecv',
  '',
].join('\r\n')

function request(method: string, call: string, toTag: string, body: string): Buffer {
  const extra = body === '' ? '' : `Contact: <sip:74951230042@${ours}>\r\nContent-Type: application/sdp\r\n`
  return Buffer.from(
    `${method} sip:79991234567@${peer} SIP/2.0\r\nVia: SIP/2.0/UDP ${ours};branch=z9hG4bK${call};rport\r\n` +
      `Max-Forwards: 70\r\nFrom: <sip:74951230042@${ours}>;tag=${call}\r\nTo: <sip:79991234567@${peer}>${toTag}\r\n` +
      `Call-ID: ${call}\r\nCSeq: 1 ${method}\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`,
  )
}

let started = 0
let finished = 0
const send = (bytes: Buffer) => socket.send(bytes, 0, bytes.length, port, '127.0.0.1')
const start = () => {
  if (started < warmUp + calls) send(request('INVITE', `floor-${++started}`, '', sdp))
}

/** Calls before the clock starts, as many as the agent has. */
const warmUp = 20_000
let startMs = performance.now()
let startCpu = process.cpuUsage()
socket.on('message', (bytes) => {
  const text = bytes.toString('latin1')
  const at = text.indexOf('Call-ID: ') + 9
  const call = text.slice(at, text.indexOf('\r', at))
  const status = text.slice(8, 11)
  if (status === '180') send(request('CANCEL', call, '', ''))
  if (status !== '487') return
  send(request('ACK', call, `;tag=callee`, ''))
  start()
  if (++finished === warmUp) {
    startMs = performance.now()
    startCpu = process.cpuUsage()
  }
  if (finished < warmUp + calls) return
  const cpu = process.cpuUsage(startCpu)
  const cpuMicroseconds = (cpu.user + cpu.system) / calls
  process.stdout.write(
    JSON.stringify({ calls, seconds: (performance.now() - startMs) / 1000, cpuMicroseconds }),
  )
  // The last ACK is handed to the kernel within send().
  socket.close()
})
for (let call = 0; call < atOnce; call++) start()
