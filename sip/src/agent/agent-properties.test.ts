// Two agents calling each other through random loss, duplication, reordering and delay, in simulated time:
// every call ends once on either side, and nothing is left behind. RINGKEY_SIP_SEED=1234 replays one run.
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../test/simulation/seeded-random.ts'
import { SimulatedClock } from '../../test/simulation/simulated-clock.ts'
import { SimulatedNetwork } from '../../test/simulation/simulated-network.ts'
import { sdpBody } from './body.ts'
import type { IncomingCall } from './incoming-call.ts'
import { UserAgent } from './user-agent.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'
const only = process.env.RINGKEY_SIP_SEED
const seedCount = long ? 5_000 : 200
const batch = 100
const longestRunMs = 900_000

interface Ends {
  readonly outgoing: Map<string, number>
  readonly incoming: Map<string, number>
}

async function run(seed: number) {
  const random = new SeededRandom(seed)
  const clock = new SimulatedClock()
  const network = new SimulatedNetwork(clock, random, {
    loss: random.unit() * 0.4,
    duplication: random.unit() * 0.4,
    delayMs: random.unit() * 1500,
    breakage: random.unit() * 0.1,
  })
  const ends: Ends = { outgoing: new Map(), incoming: new Map() }
  const none = async () => ({ records: [], ttlSeconds: 1 })
  const resolver = { naptr: none, srv: none, addresses: none }
  const agent = (address: string, onCall?: (call: IncomingCall) => void): UserAgent =>
    new UserAgent({
      transport: network.endpoint(address),
      resolver,
      clock,
      random,
      ...(onCall === undefined ? {} : { onCall }),
    })
  const caller = agent('192.0.2.1')
  const callee = agent('192.0.2.2', (call) => take(call, random, clock, ends))
  const transport = random.chance(0.8) ? '' : ';transport=tcp'
  const calls = 1 + random.below(3)
  for (let index = 0; index < calls; index++) place(caller, transport, random, clock, ends)
  await clock.advanceAsync(longestRunMs)
  return { caller, callee, ends, clock }
}

function count(ends: Map<string, number>, callId: string): void {
  ends.set(callId, (ends.get(callId) ?? 0) + 1)
}

function place(
  caller: UserAgent,
  transport: string,
  random: SeededRandom,
  clock: SimulatedClock,
  ends: Ends,
): void {
  const call = caller.call({
    to: `sip:callee@192.0.2.2${transport}`,
    from: 'sip:caller@192.0.2.1',
    body: sdpBody('offer'),
    // A BYE may be lost with its connection: then only the session timer ends the other side.
    sessionIntervalS: transport !== '' || random.chance(0.5) ? 90 : 0,
    onEnd: () => count(ends.outgoing, call.callId),
  })
  ends.outgoing.set(call.callId, 0)
  clock.after(random.below(random.chance(0.3) ? 200_000 : 15_000), () => call.hangUp())
}

function take(call: IncomingCall, random: SeededRandom, clock: SimulatedClock, ends: Ends): void {
  ends.incoming.set(call.request.callId, 0)
  call.handlers = { onEnd: () => count(ends.incoming, call.request.callId) }
  if (random.chance(0.7)) clock.after(random.below(2000), () => call.ring())
  const choice = random.unit()
  if (choice < 0.5) clock.after(random.below(10_000), () => call.answer({ body: sdpBody('answer') }))
  else if (choice < 0.8) clock.after(random.below(10_000), () => call.reject(486))
  if (random.chance(0.5)) clock.after(random.below(100_000), () => call.hangUp())
}

async function check(seed: number): Promise<void> {
  const { caller, callee, ends, clock } = await run(seed)
  const left = (agent: UserAgent) => {
    const { transactions, dialogs, timers } = agent.counters
    return { transactions, dialogs, timers }
  }
  const nothing = { transactions: 0, dialogs: 0, timers: 0 }
  const once = (counts: Map<string, number>) => [...counts.values()].every((times) => times === 1)
  expect({
    seed,
    caller: left(caller),
    callee: left(callee),
    outgoingOnce: once(ends.outgoing),
    incomingOnce: once(ends.incoming),
    pending: clock.pending,
  }).toEqual({ seed, caller: nothing, callee: nothing, outgoingOnce: true, incomingOnce: true, pending: 0 })
}

describe('SIP agent: calls under any network conditions', () => {
  if (only !== undefined) {
    it(`holds for seed ${only}`, () => check(Number(only)))
    return
  }
  for (let first = 0; first < seedCount; first += batch) {
    it(`end once on either side and leave nothing behind: seeds ${first} to ${first + batch - 1}`, async () => {
      for (let seed = first; seed < first + batch; seed++) await check(seed)
    })
  }
})
