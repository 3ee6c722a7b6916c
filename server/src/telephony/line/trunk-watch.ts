import { type Clock, isResponse, type Timer, type UserAgent } from '@ringkey/sip'
import { credentialsOf, routeOf, trunkUri } from './invite.ts'
import type { LineReport, LineTrunk } from './messages.ts'

/** A trunk that did not answer is asked again sooner. */
const retryOptionsMs = 5_000

export interface WatchParts {
  readonly agent: UserAgent
  readonly clock: Clock
  report(report: LineReport): void
}

/** Asks one trunk with OPTIONS whether it is there. */
export class TrunkWatch {
  readonly #parts: WatchParts
  #trunk: LineTrunk
  #timer: Timer | undefined
  #stopped = false

  constructor(parts: WatchParts, trunk: LineTrunk) {
    this.#parts = parts
    this.#trunk = trunk
    void this.#ask()
  }

  /** Whether this trunk is asked in the same way, so that the watch may go on. */
  fits(trunk: LineTrunk): boolean {
    return JSON.stringify(questionTo(trunk)) === JSON.stringify(questionTo(this.#trunk))
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.clear()
  }

  async #ask(): Promise<void> {
    const { name, settings } = this.#trunk
    const askedAtMs = this.#parts.clock.nowMs()
    const answer = await this.#parts.agent.options(questionTo(this.#trunk).request)
    if (this.#stopped) return
    // Whatever a live peer says (404, 405, 403), it is there; 408 and 503 say that what is behind it is not.
    const answered = isResponse(answer) && answer.status !== 408 && answer.status !== 503
    const tookMs = Math.round(this.#parts.clock.nowMs() - askedAtMs)
    const said = isResponse(answer) ? `${answer.status} ${answer.reason}` : answer.kind
    this.#parts.report({ kind: 'options', trunk: name, answered, tookMs, said })
    const delayMs = answered ? settings.optionsSeconds * 1000 : retryOptionsMs
    this.#timer = this.#parts.clock.after(delayMs, () => void this.#ask())
  }
}

/** Trunks that want to be asked. */
export function isWatched({ settings }: LineTrunk): boolean {
  return settings.enabled && settings.optionsSeconds > 0
}

function questionTo({ settings, password }: LineTrunk) {
  return {
    periodS: settings.optionsSeconds,
    request: {
      to: trunkUri(settings),
      from: `sip:${settings.fromUser ?? settings.authUser ?? 'ringkey'}@${settings.fromDomain ?? settings.host}`,
      ...routeOf(settings),
      ...credentialsOf(settings, password),
    },
  }
}
