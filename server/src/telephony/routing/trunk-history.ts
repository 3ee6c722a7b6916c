/** One OPTIONS and its result. */
export interface Probe {
  readonly at: number
  readonly answered: boolean
  readonly tookMs: number
  /** `200 OK`, or why there was no response. */
  readonly said: string
}

/** Whether one server of a trunk answers. */
export interface ServerState {
  /** Address and port. */
  readonly server: string
  readonly answered: boolean
  readonly tookMs: number
  readonly said: string
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

/** Facts about a trunk for people that routing does not need. Kept in memory as long as the process. */
export class TrunkHistory {
  readonly #probes: Probe[] = []
  readonly #operators = new Map<string, { calls: number; completed: number }>()
  /** Whether each of the last calls completed, oldest first. */
  readonly #recent: boolean[] = []
  #servers: readonly ServerState[] = []
  #strangerPackets = 0
  #lastFault: TrunkFault | undefined
  #registrationSaid = ''
  #publicAddress = ''
  readonly #foreignAddresses = new Set<string>()

  /** Oldest first. */
  get probes(): readonly Probe[] {
    return this.#probes
  }

  /** The servers that were probed last. */
  get servers(): readonly ServerState[] {
    return this.#servers
  }

  get lastFault(): TrunkFault | undefined {
    return this.#lastFault
  }

  /** The last response of the registrar. */
  get registrationSaid(): string {
    return this.#registrationSaid
  }

  /** Our address as the trunk sees it, when it was learned; "" otherwise. */
  get publicAddress(): string {
    return this.#publicAddress
  }

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
    this.#probes.push(probe)
    if (this.#probes.length > maxProbes) this.#probes.shift()
  }

  /** Returns the servers that have just stopped answering. */
  noteServers(at: number, probes: readonly Omit<ServerState, 'since'>[]): ServerState[] {
    const before = new Map(this.#servers.map((state) => [state.server, state]))
    this.#servers = probes
      .filter(({ server }) => server !== '')
      .map((probe) => {
        const known = before.get(probe.server)
        return { ...probe, since: known?.answered === probe.answered ? known.since : at }
      })
    return this.#servers.filter(({ server, answered }) => !answered && before.get(server)?.answered !== false)
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
    this.#lastFault = { at, reason, answer: lastHeard?.split(' < ')[1] ?? '' }
  }

  /** RTP packets in its calls from addresses that neither SDP nor the trunk names. */
  get strangerPackets(): number {
    return this.#strangerPackets
  }

  noteStrangers(packets: number): void {
    this.#strangerPackets += packets
  }

  noteForeignAnswer(address: string): void {
    if (this.#foreignAddresses.size < maxForeignAddresses) this.#foreignAddresses.add(address)
  }

  notePublicAddress(address: string): void {
    this.#publicAddress = address
  }

  noteRegistration(said: string): void {
    this.#registrationSaid = said
  }
}
