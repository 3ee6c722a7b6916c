import { hourMs, minuteMs } from '../../platform/clock.ts'

/** One OPTIONS and its result. */
export interface Probe {
  readonly at: number
  readonly answered: boolean
  readonly tookMs: number
  /** `200 OK`, or why there was no response. */
  readonly said: string
}

/** The result of one OPTIONS to one of the servers that DNS names for a trunk. */
export interface ServerProbe {
  /** Address and port; "" when no server was found. */
  readonly server: string
  /** It has answered the OPTIONS, or a call while the OPTIONS was under way. */
  readonly answered: boolean
  readonly tookMs: number
  readonly said: string
}

/** Whether one server of a trunk answers. */
export interface ServerState extends ServerProbe {
  /** The time of the last change of this state. */
  readonly since: number
}

/** The last call that failed because of this trunk, not because of the called phone. */
export interface TrunkFault {
  readonly at: number
  readonly reason: string
  /** The last response of the trunk, such as `503`; "" when it was silent. */
  readonly answer: string
}

export interface OperatorTally {
  readonly operator: string
  readonly calls: number
  readonly completed: number
}

/** The length of the strip on the trunk's page: with an OPTIONS every 5 s it covers five minutes. */
const maxProbes = 60
/** The registry has thousands of small networks; the rest share one line. */
const maxOperators = 50
const others = 'other'
/** What "lately" means for the share of calls that did their work. */
const recentCalls = 50
/** A carrier may answer from many addresses; a few are enough to show the range. */
const maxForeignAddresses = 8
/**
 * More packets from unknown sources than this per minute, over all calls of a trunk, mean an attack or a wrong trunk.
 */
const maxStrangerPackets = 20

/** Facts about a trunk for people that routing does not need. Kept in memory as long as the process. */
export class TrunkHistory {
  /** Oldest first. */
  readonly probes: Probe[] = []
  /** The servers that were probed last. */
  servers: readonly ServerState[] = []
  lastFault: TrunkFault | undefined
  /** The last response of the registrar. */
  registrationSaid = ''
  /** Our address as the trunk sees it, when it was learned; "" otherwise. */
  publicAddress = ''
  /** RTP packets in its calls from addresses that neither SDP nor the trunk names. */
  strangerPackets = 0
  #strangersThisMinute = { sinceMs: Number.NEGATIVE_INFINITY, packets: 0 }
  #detouredAtMs = Number.NEGATIVE_INFINITY
  readonly #foreignAddresses = new Set<string>()
  readonly #operators = new Map<string, { calls: number; completed: number }>()
  /** Whether each of the last calls completed, oldest first. */
  readonly #recent: boolean[] = []

  /** Addresses outside the trunk that answered for it. */
  get foreignAddresses(): readonly string[] {
    return [...this.#foreignAddresses]
  }

  /** The most called first. */
  get operators(): OperatorTally[] {
    return [...this.#operators]
      .map(([operator, tally]) => ({ operator, ...tally }))
      .sort((a, b) => b.calls - a.calls)
  }

  /** The share of the last 50 calls that did their work; null while there was none. */
  get recentSuccess(): number | null {
    if (this.#recent.length === 0) return null
    return this.#recent.filter((completed) => completed).length / this.#recent.length
  }

  noteProbe(probe: Probe): void {
    this.probes.push(probe)
    if (this.probes.length > maxProbes) this.probes.shift()
  }

  /** Returns the servers that have just stopped answering. */
  noteServers(at: number, probes: readonly ServerProbe[]): ServerState[] {
    const before = new Map(this.servers.map((state) => [state.server, state]))
    this.servers = probes
      .filter(({ server }) => server !== '')
      .map((probe) => {
        const known = before.get(probe.server)
        return { ...probe, since: known?.answered === probe.answered ? known.since : at }
      })
    return this.servers.filter(({ server, answered }) => !answered && before.get(server)?.answered !== false)
  }

  noteCall(operator: string, completed: boolean): void {
    this.#recent.push(completed)
    if (this.#recent.length > recentCalls) this.#recent.shift()
    const isKnown = this.#operators.has(operator) || this.#operators.size < maxOperators
    const key = isKnown ? operator : others
    const tally = this.#operators.get(key) ?? { calls: 0, completed: 0 }
    this.#operators.set(key, {
      calls: tally.calls + 1,
      completed: tally.completed + (completed ? 1 : 0),
    })
  }

  noteFault(at: number, reason: string, ladder: readonly string[]): void {
    const lastHeard = ladder.findLast((line) => / < /.test(line))
    // Without what its Reason says beside the cause.
    const answer = lastHeard?.split(' < ')[1]?.split(' Reason: ')[0] ?? ''
    this.lastFault = { at, reason, answer }
  }

  /** Returns the packets of this minute when they exceed the limit; 0 otherwise. */
  noteStrangers(packets: number, nowMs: number): number {
    this.strangerPackets += packets
    if (nowMs - this.#strangersThisMinute.sinceMs >= minuteMs)
      this.#strangersThisMinute = { sinceMs: nowMs, packets: 0 }
    this.#strangersThisMinute.packets += packets
    return this.#strangersThisMinute.packets > maxStrangerPackets ? this.#strangersThisMinute.packets : 0
  }

  /** A single lost ACK looks the same: true when it was so before within the hour. */
  noteDetour(nowMs: number): boolean {
    const isAgain = nowMs - this.#detouredAtMs < hourMs
    this.#detouredAtMs = nowMs
    return isAgain
  }

  noteForeignAnswer(address: string): void {
    if (this.#foreignAddresses.size < maxForeignAddresses) this.#foreignAddresses.add(address)
  }
}
