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
import { withoutNumbers } from '../../platform/written-numbers.ts'
import { registeredUser } from '../trunks/registered-user.ts'
import { credentialsOf, routeOf, trunkUri } from './invite.ts'
import type { SipEvent, SipTrunk } from './messages.ts'

/**
 * A new binding waits this long for the removal of an old one with the same address of record. A registrar that does
 * not respond delays it no longer than that.
 */
const removalPatienceMs = 4_000
/**
 * The pause between two REGISTERs that are sent because the binding may be lost. A 404 more often means a wrong number.
 */
const signPauseMs = { back: 5_000, moved: 5_000, forbidden: 10_000, notFound: 60_000 } as const
/** While OPTIONS are answered, a failed registration is retried at least this often; less often when it was refused. */
const retryMs = { failed: 60_000, refused: 300_000 } as const

export interface RegistrationDeps {
  readonly agent: UserAgent
  readonly clock: Clock
  emit(event: SipEvent): void
  /** Our address as the registrar sees it; undefined: the address of our socket. */
  onSeen(trunk: string, address: Advertised | undefined): void
}

type Wanted = Omit<RegistrationOptions, 'onChange'>

interface Held {
  readonly wanted: Wanted
  /** Undefined while an older binding is being removed. */
  registration: Registration | undefined
  /** When it was last tried, or when its registrar last responded. */
  triedAtMs: number
}

/**
 * The registrations of all trunks. A registrar identifies a binding by its contact, and all trunks share one contact: a
 * REGISTER that removes a binding must be answered before another one creates it again.
 */
export class TrunkRegistrations {
  readonly #deps: RegistrationDeps
  readonly #held = new Map<string, Held>()
  /** Bindings that are being removed, by address of record. */
  readonly #removals = new Map<string, Promise<void>>()

  constructor(deps: RegistrationDeps) {
    this.#deps = deps
  }

  /** Registers each trunk that needs it. Registrations that have not changed are left alone. */
  load(trunks: readonly SipTrunk[]): void {
    const wanted = new Map(trunks.flatMap((trunk) => wantedBy(trunk)))
    for (const name of [...this.#held.keys()]) if (!wanted.has(name)) this.#remove(name)
    for (const [name, registration] of wanted) this.#keep(name, registration)
  }

  /** The proxies that the registrar requires for calls over this trunk; empty when it is not registered here. */
  serviceRouteOf(name: string): readonly string[] {
    const state = this.#held.get(name)?.registration?.state
    return state?.kind === 'registered' ? state.serviceRoute : []
  }

  /** The trunk has answered OPTIONS. A server that was down may have come back without our binding. */
  noteAnswer(name: string, isBack: boolean): void {
    const state = this.#held.get(name)?.registration?.state
    if (isBack) this.#doubt(name, signPauseMs.back)
    else if (state?.kind === 'failed') {
      const isRefused = isResponse(state.cause) && state.cause.status !== 408 && state.cause.status < 500
      this.#doubt(name, isRefused ? retryMs.refused : retryMs.failed)
    }
  }

  /** The trunk sees us at another address: a binding with the old address no longer reaches us. */
  noteMoved(name: string): void {
    this.#doubt(name, signPauseMs.moved)
  }

  /** A call was refused with a status that a registrar sends when it does not know us. */
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
        this.#deps.emit({ kind: 'registration', trunk: name, held: isHeld, said: saidOf(state) })
      },
    })
    held.registration = registration
  }

  /** The binding may be lost: registers again, unless that was tried less than `pauseMs` ago. */
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

function wantedBy({ name, settings, password }: SipTrunk): [string, Wanted][] {
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

/** The identity of the binding: while it is unchanged, a refresh is enough. */
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

const patienceMs = 5_000

/** A REGISTER without a contact changes nothing. A second contact could replace that of the running service. */
export async function askBindings(agent: UserAgent, trunk: SipTrunk) {
  const { settings, password } = trunk
  const us = `sip:${settings.authUser ?? settings.fromUser ?? 'ringkey'}@${settings.fromDomain ?? settings.host}`
  const answer = await agent.request('REGISTER', {
    to: trunkUri(settings),
    toHeader: us,
    from: us,
    patienceMs,
    ...routeOf(settings),
    ...credentialsOf(settings, password),
  })
  if (!isResponse(answer)) return { accepted: false, said: failureText(answer), contacts: 0 }
  return {
    accepted: answer.status < 300,
    said: `${answer.status} ${withoutNumbers(answer.reason)}`,
    /** How many the registrar has for us. */
    contacts: answer.headers.list('Contact')?.length ?? 0,
  }
}
