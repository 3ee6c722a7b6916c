import {
  type Advertised,
  type Clock,
  escapeUser,
  failureText,
  isResponse,
  type Registration,
  type RegistrationOptions,
  type UserAgent,
} from '@ringkey/sip'
import { registeredUser } from '../trunks/trunk-settings.ts'
import { credentialsOf, routeOf, trunkUri } from './invite.ts'
import type { LineReport, LineTrunk } from './messages.ts'

/**
 * A new binding waits so long for the removal of an old one with the same address of record. A registrar that is
 * gone does not hold it up for longer.
 */
const removalPatienceMs = 4_000
/** Pauses between two REGISTERs by signs that the binding may be gone. A 404 is more often a wrong number. */
const signPauseMs = { back: 5_000, moved: 5_000, forbidden: 10_000, notFound: 60_000 } as const
/** While OPTIONS are answered a failed registration is tried again so often at least; less often where it was refused. */
const retryMs = { failed: 60_000, refused: 300_000 } as const

export interface RegistrationDeps {
  readonly agent: UserAgent
  readonly clock: Clock
  report(report: LineReport): void
  /** By which address of ours the registrar sees us; undefined: by that of our socket. */
  onSeen(trunk: string, address: Advertised | undefined): void
}

type Wanted = Omit<RegistrationOptions, 'onChange'>

interface Held {
  readonly wanted: Wanted
  /** Undefined while an older binding is being removed. */
  registration: Registration | undefined
  /** When it was last tried, or its registrar last said something. */
  triedAtMs: number
}

/**
 * The registrations of all trunks. A registrar knows a binding by its contact, and all trunks share one contact:
 * a REGISTER that removes a binding must have its answer before another one makes it anew.
 */
export class TrunkRegistrations {
  readonly #deps: RegistrationDeps
  readonly #held = new Map<string, Held>()
  /** Bindings that are being removed, by address of record. */
  readonly #removals = new Map<string, Promise<void>>()

  constructor(deps: RegistrationDeps) {
    this.#deps = deps
  }

  /** Registers each trunk that wants it, and leaves every registration alone that has not changed. */
  load(trunks: readonly LineTrunk[]): void {
    const wanted = new Map(trunks.flatMap((trunk) => wantedBy(trunk)))
    for (const name of [...this.#held.keys()]) if (!wanted.has(name)) this.#remove(name)
    for (const [name, registration] of wanted) this.#keep(name, registration)
  }

  /** Where the registrar wants calls of this trunk to go through; nowhere when it is not registered here. */
  serviceRouteOf(name: string): readonly string[] {
    const state = this.#held.get(name)?.registration?.state
    return state?.kind === 'registered' ? state.serviceRoute : []
  }

  /** The trunk has answered OPTIONS. A server of it that was away may have come back without our binding. */
  noteAnswer(name: string, isBack: boolean): void {
    const state = this.#held.get(name)?.registration?.state
    if (isBack) this.#doubt(name, signPauseMs.back)
    else if (state?.kind === 'failed') {
      const isRefused = isResponse(state.cause) && state.cause.status !== 408 && state.cause.status < 500
      this.#doubt(name, isRefused ? retryMs.refused : retryMs.failed)
    }
  }

  /** The trunk sees us at another address: a binding with the old one leads nowhere. */
  noteMoved(name: string): void {
    this.#doubt(name, signPauseMs.moved)
  }

  /** A call was refused, as by a registrar that does not know us. */
  noteRefusal(name: string, status: number): void {
    if (status === 403) this.#doubt(name, signPauseMs.forbidden)
    else if (status === 404) this.#doubt(name, signPauseMs.notFound)
  }

  async close(): Promise<void> {
    for (const name of [...this.#held.keys()]) this.#remove(name)
    await Promise.all(this.#removals.values())
  }

  #keep(name: string, wanted: Wanted): void {
    const held = this.#held.get(name)
    if (held !== undefined && isSame(held.wanted, wanted)) return
    if (held?.registration !== undefined && isSame(bindingOf(held.wanted), bindingOf(wanted))) {
      this.#held.set(name, { ...held, wanted })
      held.registration.refresh(wanted)
      return
    }
    this.#remove(name)
    const next: Held = { wanted, registration: undefined, triedAtMs: this.#deps.clock.nowMs() }
    this.#held.set(name, next)
    void this.#start(name, next)
  }

  async #start(name: string, held: Held): Promise<void> {
    const removal = this.#removals.get(held.wanted.aor)
    if (removal !== undefined) await this.#patiently(removal)
    if (this.#held.get(name) !== held) return
    const registration: Registration = this.#deps.agent.register({
      ...held.wanted,
      onChange: (state) => {
        const current = this.#held.get(name)
        if (current?.registration !== registration || state.kind === 'registering') return
        current.triedAtMs = this.#deps.clock.nowMs()
        const isHeld = state.kind === 'registered'
        if (isHeld) this.#deps.onSeen(name, state.publicAddress)
        this.#deps.report({ kind: 'registration', trunk: name, held: isHeld, said: saidOf(state) })
      },
    })
    held.registration = registration
  }

  /** The binding may be gone: registers anew, unless that was tried less than `pauseMs` ago. */
  #doubt(name: string, pauseMs: number): void {
    const held = this.#held.get(name)
    const nowMs = this.#deps.clock.nowMs()
    if (held?.registration === undefined || nowMs - held.triedAtMs < pauseMs) return
    held.triedAtMs = nowMs
    held.registration.refresh()
  }

  #remove(name: string): void {
    const held = this.#held.get(name)
    this.#held.delete(name)
    if (held?.registration === undefined) return
    const { aor } = held.wanted
    const removal = Promise.all([this.#removals.get(aor), held.registration.stop()]).then(() => {
      if (this.#removals.get(aor) === removal) this.#removals.delete(aor)
    })
    this.#removals.set(aor, removal)
  }

  #patiently(removal: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(removalPatienceMs, resolve)
      void removal.then(() => {
        timer.clear()
        resolve()
      })
    })
  }
}

function wantedBy({ name, settings, password }: LineTrunk): [string, Wanted][] {
  if (!settings.enabled || !settings.register) return []
  const user = registeredUser(settings)!
  const wanted = {
    aor: `sip:${escapeUser(user)}@${settings.fromDomain ?? settings.host}`,
    registrar: trunkUri(settings),
    expiresS: settings.registerSeconds,
    contactUser: user,
    ...routeOf(settings),
    ...credentialsOf(settings, password),
  }
  return [[name, wanted]]
}

/** What names the binding: with the same, a refresh is enough. */
function bindingOf({ aor, registrar, proxy, contactUser }: Wanted) {
  return { aor, registrar, proxy, contactUser }
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function saidOf(state: Registration['state']): string {
  if (state.kind !== 'failed') return state.kind
  return isResponse(state.cause) ? `${state.cause.status} ${state.cause.reason}` : failureText(state.cause)
}
