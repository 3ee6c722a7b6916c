import { type Clock, isResponse, type Registration, type Timer, type UserAgent } from '@ringkey/sip'
import { credentialsOf, routeOf, trunkUri } from './invite.ts'
import type { LineReport, LineTrunk } from './messages.ts'

/** A trunk that did not answer is asked again sooner. */
const retryOptionsMs = 5_000

export interface WatchParts {
  readonly agent: UserAgent
  readonly clock: Clock
  report(report: LineReport): void
}

/** Keeps one trunk in view: asks with OPTIONS whether it is there, and stays registered. */
export class TrunkWatch {
  readonly #parts: WatchParts
  readonly #trunk: LineTrunk
  #registration: Registration | undefined
  #timer: Timer | undefined
  #stopped = false

  constructor(parts: WatchParts, trunk: LineTrunk) {
    this.#parts = parts
    this.#trunk = trunk
    if (!trunk.settings.enabled) return
    if (trunk.settings.register) this.#register()
    if (trunk.settings.optionsSeconds > 0) void this.#ask()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.clear()
    await this.#registration?.stop()
  }

  async #ask(): Promise<void> {
    const { name, settings, password } = this.#trunk
    const askedAtMs = this.#parts.clock.nowMs()
    const answer = await this.#parts.agent.options({
      to: trunkUri(settings),
      from: `sip:${settings.fromUser ?? settings.authUser ?? 'ringkey'}@${settings.fromDomain ?? settings.host}`,
      ...routeOf(settings),
      ...credentialsOf(settings, password),
    })
    if (this.#stopped) return
    // Whatever a live peer says (404, 405, 403), it is there; 408 and 503 say that what is behind it is not.
    const answered = isResponse(answer) && answer.status !== 408 && answer.status !== 503
    const tookMs = Math.round(this.#parts.clock.nowMs() - askedAtMs)
    const said = isResponse(answer) ? `${answer.status} ${answer.reason}` : answer.kind
    this.#parts.report({ kind: 'options', trunk: name, answered, tookMs, said })
    const delayMs = answered ? settings.optionsSeconds * 1000 : retryOptionsMs
    this.#timer = this.#parts.clock.after(delayMs, () => void this.#ask())
  }

  #register(): void {
    const { name, settings, password } = this.#trunk
    const user = settings.authUser ?? settings.fromUser!
    const domain = settings.fromDomain ?? settings.host
    this.#registration = this.#parts.agent.register({
      aor: `sip:${user}@${domain}`,
      registrar: trunkUri(settings),
      expiresS: settings.registerSeconds,
      contactUser: user,
      ...routeOf(settings),
      ...credentialsOf(settings, password),
      onChange: (state) => {
        if (this.#stopped || state.kind === 'registering') return
        const held = state.kind === 'registered'
        this.#parts.report({ kind: 'registration', trunk: name, held, said: saidOf(state) })
      },
    })
  }
}

function saidOf(state: Registration['state']): string {
  if (state.kind !== 'failed') return state.kind
  return isResponse(state.cause) ? `${state.cause.status} ${state.cause.reason}` : state.cause.kind
}
