// Our agent as the caller of the flash scene; run as a process of its own by main.ts.
// Words: port of the callee, calls, calls at once, calls per second (0: as fast as they end), then flags, of which
// `ring=4000` lets each call ring for 4 s.
import { setTimeout as sleep } from 'node:timers/promises'
import { type OutgoingCall, openTransports, sdpBody, systemClock, UserAgent } from '@ringkey/sip'

const [port, calls, atOnce, perSecond] = process.argv.slice(2, 6).map(Number) as [
  number,
  number,
  number,
  number,
]
const flags = new Set(process.argv.slice(6))

const transport = await openTransports({
  clock: systemClock,
  listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  limits: flags.has('default-buffer') ? { receiveBufferBytes: 0 } : {},
})
// With timer D at 4 s instead of 32 s the table of transactions is full, and memory level, after as many seconds.
const times = flags.has('short-absorb') ? { absorbMs: 4000, t4Ms: 1000 } : {}
const agent = new UserAgent({ transport, times, maxTransactions: 2_000_000 })
const offer = sdpBody(
  [
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
  ].join('\r\n'),
)

const ringMs = Number([...flags].find((flag) => flag.startsWith('ring='))?.slice('ring='.length) ?? 0)

/** Calls before the clock starts: the compiler of V8 is at work for about as many. */
const warmUp = flags.has('warm') ? 20_000 : 0
let startMs = performance.now()
let startCpu = process.cpuUsage()

let started = 0
let ended = 0
let lost = 0
const ringing = new Set<OutgoingCall>()
let ringingAtOnce = 0
const { promise: allEnded, resolve: onAllEnded } = Promise.withResolvers<void>()
/** The calls stay ringing until all of them do. */
const holdAll = flags.has('hold-all')

function place(): void {
  started++
  const call = agent.call({
    to: `sip:79991234567@127.0.0.1:${port}`,
    from: 'sip:74951230042@127.0.0.1',
    body: offer,
    onProgress() {
      // A phone may report more than once that it rings, so calls are counted and not their 180.
      if (holdAll && ringing.add(call).size + ended === calls) hangUpAll()
      else if (ringMs > 0) agent.clock.after(ringMs, () => call.hangUp())
      else if (!holdAll) call.hangUp()
    },
    onEnd(end) {
      if (end.kind !== 'cancelled' || end.response?.status !== 487) lost++
      // A call that failed before it rang does not keep the others waiting.
      if (++ended + ringing.size === calls && holdAll && ringingAtOnce === 0) hangUpAll()
      if (ended === warmUp) {
        startMs = performance.now()
        startCpu = process.cpuUsage()
      }
      if (ended === warmUp + calls) onAllEnded()
      else if (perSecond === 0 && started < warmUp + calls) place()
    },
  })
}

function hangUpAll(): void {
  ringingAtOnce ||= ringing.size
  for (const call of ringing) call.hangUp()
}

const memoryBytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

if (perSecond === 0) {
  for (let call = 0; call < Math.min(atOnce, calls); call++) place()
} else {
  const firstMs = performance.now()
  while (started < warmUp + calls) {
    const due = Math.min(warmUp + calls, Math.floor(((performance.now() - firstMs) / 1000) * perSecond))
    while (started < due) place()
    await sleep(2)
  }
}
const samples: number[] = []
if (flags.has('memory')) {
  const timer = setInterval(() => {
    samples.push(memoryBytes())
  }, 2000)
  await allEnded
  clearInterval(timer)
} else {
  await allEnded
}
const seconds = (performance.now() - startMs) / 1000
const cpu = process.cpuUsage(startCpu)
const { retransmitted, transactions } = agent.counters
process.stdout.write(
  JSON.stringify({
    calls,
    seconds,
    lost,
    retransmitted,
    ringingAtOnce,
    transactionsLeft: transactions,
    cpuShare: (cpu.user + cpu.system) / 1e6 / seconds,
    cpuMicroseconds: (cpu.user + cpu.system) / calls,
    grantedBufferBytes: transport.receiveBuffer?.grantedBytes,
    samples,
  }),
)
await transport.close()
process.exit(0)
