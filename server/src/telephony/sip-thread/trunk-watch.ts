import { isIPv6 } from 'node:net'
import {
  type Advertised,
  type Clock,
  type Destination,
  escapeUser,
  failureText,
  isResponse,
  type RequestFailure,
  type SipResponse,
  type Timer,
  type UserAgent,
} from '@ringkey/sip'
import { withoutNumbers } from '../../platform/written-numbers.ts'
import type { ServerProbe } from '../routing/trunk-history.ts'
import { registeredUser } from '../trunks/registered-user.ts'
import { credentialsOf, routeOf, trunkUri } from './invite.ts'
import type { SipEvent, SipTrunk } from './messages.ts'

/** After the first unanswered OPTIONS the next one follows at once: two in a row mean that the trunk is down. */
const firstRetryMs = 500
const retryOptionsMs = 5_000
/** A live server answers within a round trip; by this time OPTIONS was sent three times. */
const probePatienceMs = 2_000
/** The most servers of one trunk that are probed. */
const maxServers = 8

export interface WatchDeps {
  readonly agent: UserAgent
  readonly clock: Clock
  emit(event: SipEvent): void
  /** The trunk has answered; `isBack` when one of its servers answered that did not before. */
  onAnswer(trunk: string, isBack: boolean): void
  /** Our address as the trunk sees it; undefined: the address of our socket. */
  onSeen(trunk: string, address: Advertised | undefined): void
}

/** Probes one trunk with OPTIONS. */
export class TrunkWatch {
  readonly #deps: WatchDeps
  #trunk: SipTrunk
  #timer: Timer | undefined
  #stopped = false
  #unanswered = 0
  #silent: readonly string[] = []
  #seenAs: Advertised | undefined
  /** Servers that have answered a call since the first OPTIONS without an answer was sent. */
  readonly #answersCalls = new Set<string>()

  constructor(deps: WatchDeps, trunk: SipTrunk) {
    this.#deps = deps
    this.#trunk = trunk
    void this.#ask()
  }

  /** Whether the probe settings of this trunk are unchanged, so that the watch may continue. */
  fits(trunk: SipTrunk): boolean {
    return JSON.stringify(questionTo(trunk)) === JSON.stringify(questionTo(this.#trunk))
  }

  /** A server has answered a call. */
  noteHeard(server: Destination): void {
    this.#answersCalls.add(nameOf(server))
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.clear()
  }

  async #ask(): Promise<void> {
    const { name, settings } = this.#trunk
    const askedAtMs = this.#deps.clock.nowMs()
    // Between two OPTIONS that follow each other because of silence, calls are listened to as well.
    if (this.#unanswered === 0) this.#answersCalls.clear()
    const servers = await this.#askServers()
    if (this.#stopped) return
    const best = servers.find(({ answered }) => answered) ?? servers[0]!
    const { answered, said } = best
    const tookMs = answered ? best.tookMs : Math.round(this.#deps.clock.nowMs() - askedAtMs)
    this.#deps.emit({ kind: 'options', trunk: name, answered, tookMs, said, servers })
    this.#unanswered = answered ? 0 : this.#unanswered + 1
    if (answered) {
      const isBack = servers.some((one) => one.answered && this.#silent.includes(one.server))
      this.#deps.onAnswer(name, isBack)
      this.#deps.onSeen(name, this.#seenAs)
    }
    this.#silent = servers.flatMap((one) => (one.answered ? [] : [one.server]))
    const retryMs = this.#unanswered === 1 ? firstRetryMs : retryOptionsMs
    const delayMs = answered ? settings.optionsSeconds * 1000 : retryMs
    this.#timer = this.#deps.clock.after(delayMs, () => void this.#ask())
  }

  /** Each server is probed separately: one that answers must not hide that another one is down. */
  async #askServers(): Promise<ServerProbe[]> {
    const { settings } = this.#trunk
    const nextHop = routeOf(settings).proxy ?? trunkUri(settings)
    const unresolved = { server: '', answered: false, tookMs: 0 }
    try {
      const servers = await this.#deps.agent.servers(nextHop, maxServers)
      if (servers.length === 0) return [{ ...unresolved, said: 'unresolved' }]
      const probes = await Promise.all(servers.map((server) => this.#askServer(server)))
      const seen = servers.map((server) => this.#deps.agent.publicAddress(server))
      this.#seenAs = seen.find((address) => address !== undefined)
      return probes
    } catch (fault) {
      return [
        { ...unresolved, said: `unresolved: ${fault instanceof Error ? fault.message : String(fault)}` },
      ]
    }
  }

  async #askServer(server: Destination): Promise<ServerProbe> {
    const { agent, clock } = this.#deps
    const askedAtMs = clock.nowMs()
    const request = { ...questionTo(this.#trunk).request, server, patienceMs: probePatienceMs }
    const answer = await agent.options(request)
    const name = nameOf(server)
    return {
      server: name,
      ...judgeProbe(answer, this.#answersCalls.has(name)),
      tookMs: Math.round(clock.nowMs() - askedAtMs),
    }
  }
}

function nameOf({ address, port }: Destination): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`
}

/** Trunks with OPTIONS probing. */
export function isWatched({ settings }: SipTrunk): boolean {
  return settings.enabled && settings.optionsSeconds > 0
}

function questionTo({ settings, password }: SipTrunk) {
  return {
    periodS: settings.optionsSeconds,
    request: {
      to: trunkUri(settings),
      from: `sip:${escapeUser(settings.fromUser ?? registeredUser(settings) ?? 'ringkey')}@${settings.fromDomain ?? settings.host}`,
      ...routeOf(settings),
      ...credentialsOf(settings, password),
    },
  }
}

/**
 * Whether one OPTIONS shows that its server is up. `answersCalls`: the server has answered an INVITE since the OPTIONS
 * was sent. Then silence is a lost or ignored OPTIONS. An OPTIONS that was answered says more than a call does.
 */
export function judgeProbe(
  answer: SipResponse | RequestFailure,
  answersCalls: boolean,
): Pick<ServerProbe, 'answered' | 'said'> {
  if (isResponse(answer)) {
    // Any response of a live peer (404, 405, 403) counts as up; 408 and 503 mean that the system behind it is down.
    const answered = answer.status !== 408 && answer.status !== 503
    return { answered, said: `${answer.status} ${withoutNumbers(answer.reason)}` }
  }
  const said = failureText(answer)
  return answersCalls
    ? { answered: true, said: `${said}, but calls are answered` }
    : { answered: false, said }
}
