// The transaction machines under random loss, duplication, reordering and delay, in simulated time. Every
// seed is a whole run of its own: RINGKEY_SIP_SEED=1234 replays one.
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../test/simulation/seeded-random.ts'
import { SimulatedClock } from '../../test/simulation/simulated-clock.ts'
import { SimulatedNetwork } from '../../test/simulation/simulated-network.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest, type SipResponse } from '../message/message.ts'
import { respond } from '../message/respond.ts'
import type { Destination } from '../transport/transport.ts'
import type { ClientTransaction } from './client-transaction.ts'
import { TransactionLayer } from './layer.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { standardTimes, timeoutOf } from './settings.ts'
import { TimerWheel } from './timer-wheel.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'
const only = process.env.RINGKEY_SIP_SEED
const seedCount = long ? 20_000 : 1_000
const batch = 500
/** No transaction of ours may live longer than this, whatever the network does. */
const longestRunMs = 1_200_000

interface Watched {
  readonly method: string
  finals: SipResponse[]
  failures: number
  /** How often the server's user got a report of how its refusal of an INVITE ended. */
  refusalReports: number
  /** The server's decision, once it is made. */
  decided: number | undefined
}

/** One run: two layers, a few transactions, one set of network conditions. */
class Run {
  readonly random: SeededRandom
  readonly clock = new SimulatedClock()
  readonly watched = new Map<string, Watched>()
  readonly wheels: TimerWheel[] = []
  readonly client: TransactionLayer
  readonly server: TransactionLayer
  readonly transport: 'udp' | 'tcp'
  readonly fair: boolean
  readonly to: Destination

  constructor(seed: number) {
    this.random = new SeededRandom(seed)
    this.transport = this.random.chance(0.8) ? 'udp' : 'tcp'
    this.fair = this.random.chance(0.2)
    const conditions = {
      loss: this.fair ? 0 : this.random.unit() * 0.7,
      duplication: this.fair ? 0 : this.random.unit() * 0.4,
      delayMs: this.random.unit() * (this.random.chance(0.2) ? 6000 : 400),
      breakage: this.fair ? 0 : this.random.unit() * 0.2,
    }
    const network = new SimulatedNetwork(this.clock, this.random, conditions)
    this.to = { transport: this.transport, address: '192.0.2.2', port: 5060 }
    const times = { ...standardTimes, proceedingMs: 60_000 }
    const layer = (
      address: string,
      onRequest: (transaction: ServerTransaction) => void,
    ): TransactionLayer => {
      const wheel = new TimerWheel(this.clock)
      this.wheels.push(wheel)
      return new TransactionLayer(
        { transport: network.endpoint(address), clock: wheel, random: this.random, times },
        { onRequest, onAck: (ack) => this.acknowledged.add(ack.callId), onStrayResponse() {} },
      )
    }
    this.client = layer('192.0.2.1', () => {})
    this.server = layer('192.0.2.2', (transaction) => this.answer(transaction))
  }

  readonly acknowledged = new Set<string>()

  start(): void {
    const count = 1 + this.random.below(4)
    for (let index = 0; index < count; index++) {
      const method = this.random.chance(0.7) ? 'INVITE' : 'OPTIONS'
      this.clock.after(this.random.below(2000), () => this.send(method, `call-${index}`))
    }
  }

  send(method: string, callId: string): void {
    const watched: Watched = { method, finals: [], failures: 0, refusalReports: 0, decided: undefined }
    this.watched.set(callId, watched)
    const request = new SipRequest(
      method,
      'sip:callee@192.0.2.2',
      Headers.of(
        ['Max-Forwards', '70'],
        ['From', `<sip:caller@192.0.2.1>;tag=${callId}`],
        ['To', '<sip:callee@192.0.2.2>'],
        ['Call-ID', callId],
        ['CSeq', `1 ${method}`],
      ),
    )
    const cancels = method === 'INVITE' && this.random.chance(0.5)
    let transaction: ClientTransaction | undefined
    let provisional = false
    const cancel = (): void => {
      if (transaction !== undefined && provisional)
        this.client.cancel(transaction, { onResponse() {}, onFailure() {} })
    }
    transaction = this.client.request(request, this.to, {
      onResponse: (response) => {
        if (response.status < 200) {
          provisional = true
          return
        }
        watched.finals.push(response)
        if (method === 'INVITE' && response.status < 300) this.acknowledge(request)
      },
      onFailure: () => watched.failures++,
    })
    if (cancels) this.clock.after(this.random.below(8000), cancel)
  }

  acknowledge(invite: SipRequest): void {
    const { headers } = invite
    const ack = Headers.of(
      ['Max-Forwards', '70'],
      ['From', headers.get('From')!],
      ['To', '<sip:callee@192.0.2.2>;tag=callee'],
      ['Call-ID', headers.get('Call-ID')!],
      ['CSeq', '1 ACK'],
    )
    this.client.sendAck(new SipRequest('ACK', invite.uri, ack), this.to, () => {})
  }

  answer(transaction: ServerTransaction): void {
    const { request } = transaction
    const watched = this.watched.get(request.callId)!
    const final = (status: number): void => {
      if (watched.decided !== undefined || transaction.state === 'terminated') return
      watched.decided = status
      const response = respond(request, status, 'callee')
      transaction.respond(response)
      if (request.method === 'INVITE' && status < 300) this.repeatSuccess(transaction, response)
    }
    const report = (): void => {
      watched.refusalReports++
    }
    const obeysCancel = this.random.chance(0.8)
    transaction.attach({
      onConfirmed: report,
      onUnconfirmed: report,
      onCancel: () => {
        if (obeysCancel) final(487)
      },
    })
    const provisionals = this.random.below(4)
    for (let count = 0; count < provisionals; count++)
      this.clock.after(this.random.below(5000), () => {
        if (watched.decided === undefined) transaction.respond(respond(request, 180, 'callee'))
      })
    if (this.random.chance(0.9)) {
      const status = [200, 200, 302, 404, 486, 503, 603][this.random.below(7)]!
      this.clock.after(this.random.below(10_000), () => final(status))
    } else if (request.method === 'OPTIONS') {
      // A server must answer in the end; otherwise its transaction would stay for ever.
      this.clock.after(40_000, () => final(500))
    } else {
      this.clock.after(100_000, () => final(480))
    }
  }

  // The server's user repeats its 2xx until the ACK comes (RFC 3261 13.3.1.4).
  repeatSuccess(transaction: ServerTransaction, response: SipResponse): void {
    const startMs = this.clock.nowMs()
    const again = (pauseMs: number): void => {
      this.clock.after(pauseMs, () => {
        const over = this.clock.nowMs() - startMs > timeoutOf(standardTimes)
        if (over || this.acknowledged.has(transaction.request.callId)) return
        transaction.respond(response)
        again(Math.min(pauseMs * 2, standardTimes.t2Ms))
      })
    }
    again(standardTimes.t1Ms)
  }
}

function check(seed: number): void {
  const run = new Run(seed)
  run.start()
  const dry = run.clock.runDry(longestRunMs)
  const facts = {
    seed,
    dry,
    clientTransactions: run.client.count,
    serverTransactions: run.server.count,
    timers: run.wheels.map((wheel) => wheel.count),
    verdicts: [...run.watched.values()].map((watched) => verdictOf(watched, run)),
  }
  expect(facts).toEqual({
    seed,
    dry: true,
    clientTransactions: 0,
    serverTransactions: 0,
    timers: [0, 0],
    verdicts: facts.verdicts.map(() => 'one result'),
  })
}

/** `one result`, or what was wrong with it. */
function verdictOf({ method, finals, failures, refusalReports, decided }: Watched, run: Run): string {
  const results = (finals.length > 0 ? 1 : 0) + failures
  if (results !== 1) return `${results} results`
  const copies = finals.slice(1)
  const mayRepeat = method === 'INVITE' && finals.every((response) => response.status < 300)
  if (copies.length > 0 && !mayRepeat) return 'a final response was delivered twice'
  if (finals.some((response) => response.status !== finals[0]!.status)) return 'two different results'
  if (finals.length > 0 && finals[0]!.status !== decided) return 'a result that the server never gave'
  if (
    run.fair &&
    run.transport === 'tcp' &&
    failures > 0 &&
    decided !== undefined &&
    decided < 300 &&
    method === 'OPTIONS'
  )
    return 'a result was lost on a sound connection'
  if (refusalReports > 1) return 'the end of a refusal was reported twice'
  return 'one result'
}

describe('SIP transactions under any network conditions', () => {
  if (only !== undefined) {
    it(`holds for seed ${only}`, () => check(Number(only)))
    return
  }
  for (let first = 0; first < seedCount; first += batch) {
    it(`end, give one result and leave nothing behind: seeds ${first} to ${first + batch - 1}`, () => {
      for (let seed = first; seed < first + batch; seed++) check(seed)
    })
  }
})
