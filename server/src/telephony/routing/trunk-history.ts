/** One OPTIONS and what came of it. */
export interface Probe {
  readonly at: number
  readonly answered: boolean
  readonly tookMs: number
  /** `200 OK`, or why nothing came. */
  readonly said: string
}

/** Whether one of the servers of a trunk answers. */
export interface ServerState {
  /** Address and port. */
  readonly server: string
  readonly answered: boolean
  readonly tookMs: number
  readonly said: string
  /** Since when it answers, or does not. */
  readonly since: number
}

/** The last call that this trunk, and not the phone behind it, made fail. */
export interface TrunkFault {
  readonly at: number
  readonly reason: string
  /** What the trunk last said, such as `503`; "" when it was silent. */
  readonly answer: string
}

export interface OperatorTally {
  readonly operator: string
  readonly calls: number
  readonly completed: number
}

/** The strip of the trunk's page: with an OPTIONS each 5 s this is five minutes. */
const maxProbes = 60
/** The registry has thousands of small operators; the rest share one line. */
const maxOperators = 50
const others = 'other'
/** A carrier's farm may answer from many; a few show the range. */
const maxForeignAddresses = 8

/** What people want to see of a trunk and routing does not need. Lives as long as the process. */
export class TrunkHistory {
  readonly #probes: Probe[] = []
  readonly #operators = new Map<string, { calls: number; completed: number }>()
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

  /** The servers that were asked last. */
  get servers(): readonly ServerState[] {
    return this.#servers
  }

  get lastFault(): TrunkFault | undefined {
    return this.#lastFault
  }

  /** What the registrar last said. */
  get registrationSaid(): string {
    return this.#registrationSaid
  }

  /** By which address of ours it sees us, where that was learned; "" where not. */
  get publicAddress(): string {
    return this.#publicAddress
  }

  /** Addresses that answered for the trunk without being of it. */
  get foreignAddresses(): readonly string[] {
    return [...this.#foreignAddresses]
  }

  /** The most called first. */
  get operators(): OperatorTally[] {
    return [...this.#operators]
      .map(([operator, tally]) => ({ operator, ...tally }))
      .sort((a, b) => b.calls - a.calls)
  }

  noteProbe(probe: Probe): void {
    this.#probes.push(probe)
    if (this.#probes.length > maxProbes) this.#probes.shift()
  }

  /** Those that have just stopped to answer are returned. */
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
