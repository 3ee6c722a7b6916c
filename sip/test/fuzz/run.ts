// node --expose-gc sip/test/fuzz/run.ts SEED DATAGRAMS STREAMS
// Feeds damaged datagrams to a whole user agent on a simulated clock, then broken streams and datagrams to real
// sockets. A fault ends the process; what it measured is printed as JSON.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { IncomingCall } from '../../src/agent/incoming-call.ts'
import { UserAgent } from '../../src/agent/user-agent.ts'
import { systemClock } from '../../src/clock.ts'
import type { SipRequest } from '../../src/message/message.ts'
import type { Random } from '../../src/random.ts'
import { openTransports, type Transports } from '../../src/transport/open-transports.ts'
import type { OnMessage, Source, Transport } from '../../src/transport/transport.ts'
import { ManualClock } from '../manual-clock.ts'
import { requests, responses } from './corpus.ts'
import { mutate, seededRandom } from './mutate.ts'

const [seed, datagrams, streams] = process.argv.slice(2).map(Number) as [number, number, number]
const random = seededRandom(seed)
/** An answered call without a session timer lasts until its owner ends it. */
const longestCallMs = 600_000

const heapBytes = (): number => {
  for (let turn = 0; turn < 3; turn++) globalThis.gc!()
  return process.memoryUsage().heapUsed
}

/** A message of the corpus for call `n`, as a peer would send it, damaged three times out of four. */
function message(n: number, ours: SipRequest | undefined, source: Random): Buffer {
  const responding = ours !== undefined && source.below(2) === 0
  const from = responding ? responses : requests
  const text = from[source.below(from.length)]!.replaceAll('{n}', String(n))
  const filled = responding
    ? text
        .replace('{via}', ours.headers.get('Via')!)
        .replace('{from}', ours.headers.get('From')!)
        .replace('{to}', ours.headers.get('To')!)
        .replace('{callId}', ours.callId)
        .replace('{cseq}', ours.headers.get('CSeq')!)
    : text
  const bytes = Buffer.from(filled, 'latin1')
  return source.below(4) === 0 ? bytes : mutate(bytes, source)
}

function userAgent(transport: Transport, clock: ManualClock | undefined, choice: Random) {
  let last: SipRequest | undefined
  const onCall = (call: IncomingCall): void => {
    const what = choice.below(4)
    if (what > 0) call.ring()
    if (what === 2) call.answer()
    if (what === 3) call.reject(486)
    clock?.after(longestCallMs, () => call.hangUp())
  }
  const agent = new UserAgent({
    transport,
    onCall,
    random: choice,
    resolver: {
      naptr: async () => ({ records: [], ttlSeconds: 60 }),
      srv: async () => ({ records: [], ttlSeconds: 60 }),
      addresses: async () => ({ records: ['127.0.0.1'], ttlSeconds: 60 }),
    },
    ...(clock === undefined ? {} : { clock }),
    trace({ direction, message: seen }) {
      if (direction === 'sent' && seen?.kind === 'request') last = seen
    },
  })
  return { agent, last: () => last }
}

/** Datagrams on a simulated clock: a million take minutes of its time, and every timer expires. */
async function fuzzDatagrams(): Promise<{ growthBytes: number; left: number; parsed: number }> {
  const clock = new ManualClock()
  let receive: OnMessage = () => {}
  const transport: Transport = {
    send() {},
    receive: (onMessage) => {
      receive = onMessage
    },
    advertised: (name) => (name === 'udp' ? { host: '127.0.0.1', port: 5060 } : undefined),
    close: async () => {},
  }
  const { agent, last } = userAgent(transport, clock, random)
  const source: Source = {
    transport: 'udp',
    address: '127.0.0.1',
    port: 5070,
    localAddress: '127.0.0.1',
    localPort: 5060,
  }
  // The first tenth warms up code and tables; growth is counted from there.
  const warm = Math.floor(datagrams / 10)
  let baseline = 0
  for (let n = 0; n < datagrams; n++) {
    if (n === warm) baseline = await settled(clock)
    if (n % 50 === 0) {
      const call = agent.call({
        to: 'sip:callee@127.0.0.1:5070',
        from: 'sip:us@127.0.0.1',
        credentials: { username: 'u', password: 'p' },
      })
      clock.after(n % 100 === 0 ? 1000 : longestCallMs, () => call.hangUp())
      await null // the request is sent in a later turn of the event loop
    }
    receive(message(n, last(), random), source)
    if (n % 100 === 99) {
      clock.advance(2000)
      await null
    }
  }
  const growthBytes = (await settled(clock)) - baseline
  const { transactions, dialogs, timers, received } = agent.counters
  return { growthBytes, left: transactions + dialogs + timers, parsed: received }
}

/** Lets everything expire that has a timeout, then runs the garbage collector. */
async function settled(clock: ManualClock): Promise<number> {
  for (let hour = 0; hour < 3; hour++) {
    for (let minute = 0; minute < 60; minute++) {
      clock.advance(60_000)
      await null
    }
  }
  await new Promise(setImmediate)
  return heapBytes()
}

/** Broken streams and damaged datagrams on real sockets. */
async function fuzzSockets(): Promise<{ counts: Transports['counts']; connectionsLeft: number }> {
  const transports = await openTransports({
    clock: systemClock,
    listen: [
      { transport: 'tcp', address: '127.0.0.1', port: 0 },
      { transport: 'udp', address: '127.0.0.1', port: 0 },
    ],
  })
  userAgent(transports, undefined, random)
  const tcpPort = transports.advertised('tcp')!.port
  for (let n = 0; n < streams; n++) {
    const socket = connect(tcpPort, '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume() // unread answers would keep the end event from being emitted
    await once(socket, 'connect')
    for (let part = 1 + random.below(5); part > 0; part--) {
      const bytes = message(n * 10 + part, undefined, random)
      const cut = random.below(bytes.length + 1)
      socket.write(bytes.subarray(0, cut))
      if (random.below(2) === 0) await new Promise(setImmediate)
      socket.write(bytes.subarray(cut))
    }
    if (random.below(2) === 0) socket.destroy()
    else socket.end()
    await closed
  }
  const udp = createSocket('udp4')
  const udpPort = transports.advertised('udp')!.port
  for (let n = 0; n < streams; n++) {
    await new Promise((resolve) => udp.send(message(n, undefined, random), udpPort, '127.0.0.1', resolve))
  }
  udp.close()
  // The kernel's queues are read and the last connection is closed within a time limit.
  const endMs = systemClock.nowMs() + 5000
  do await new Promise((resolve) => setTimeout(resolve, 100))
  while (transports.connections > 0 && systemClock.nowMs() < endMs)
  const { counts, connections } = transports
  await transports.close()
  return { counts, connectionsLeft: connections }
}

const datagramResult = await fuzzDatagrams()
const socketResult = await fuzzSockets()
process.stdout.write(JSON.stringify({ ...datagramResult, ...socketResult }))
process.exit(0)
