import { type Credentials, DigestClient } from '../auth/digest-client.ts'
import type { Timer } from '../clock.ts'
import { isRoute } from '../dialog/dialog.ts'
import { parseDeltaSeconds } from '../message/header-values.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest, type SipResponse } from '../message/message.ts'
import { parseNameAddress } from '../message/name-address.ts'
import { maxForwards } from '../transaction/hop-by-hop.ts'
import type { Advertised, Destination } from '../transport/transport.ts'
import { type AgentCore, capabilityHeaders, contactHeader, newTag } from './core.ts'
import { Exchange, type Leg, type RequestFailure } from './exchange.ts'
import { bracketed, contactUserOf, looseProxy } from './invite-request.ts'

export interface RegistrationOptions {
  /** The address of record that is registered: `sip:user@domain`. */
  readonly aor: string
  /** The registrar, when it is not the domain of `aor`. */
  readonly registrar?: string
  /** Where REGISTER is sent instead of to the registrar: an outbound proxy. */
  readonly proxy?: string
  readonly credentials?: Credentials
  /** The time that we request, in seconds; the registrar decides. */
  readonly expiresS?: number
  readonly contactUser?: string
  /** Called whenever the state changes. */
  onChange?(state: RegistrationState): void
}

export type RegistrationState =
  | { readonly kind: 'registering' }
  | {
      readonly kind: 'registered'
      readonly expiresS: number
      /** RFC 3608: the Route values for calls of this registration, in order. */
      readonly serviceRoute: readonly string[]
      /** Our address as the registrar sees it, when it was learned. */
      readonly publicAddress: Advertised | undefined
      readonly response: SipResponse
    }
  /** The next try follows after `retryMs`. */
  | { readonly kind: 'failed'; readonly cause: SipResponse | RequestFailure; readonly retryMs: number }
  | { readonly kind: 'stopped' }

const standardExpiresS = 3600
/** RFC 5626 4.5: the pause after a failure doubles from here up to the longest. */
const firstRetryMs = 30_000
const longestRetryMs = 1_800_000
/** Refreshed at least this often: a registrar that restarted and lost its bindings gets ours back within this time. */
const longestRefreshMs = 300_000

/** The most proxies taken from a Service-Route; a request allows 70 hops. */
const maxRoutes = 16

/** A registration that is maintained: refreshed before it expires, retried after failures (RFC 3261 10). */
export class Registration {
  readonly #core: AgentCore
  readonly #options: RegistrationOptions
  #digest: DigestClient | undefined
  /** RFC 3261 10.2: one Call-ID for all REGISTER requests, with a growing CSeq number. */
  readonly #callId: string
  readonly #fromTag: string
  #cseq = 0
  #expiresS: number
  #failures = 0
  #timer: Timer | undefined
  #state: RegistrationState = { kind: 'registering' }
  #stopping: (() => void) | undefined
  #inFlight = false
  /** A refresh was requested while a REGISTER was in progress. */
  #refreshWanted = false
  #prolonged = false
  /** The Contact of the last REGISTER that was accepted. */
  #bound: string | undefined
  /** Registered again because the registrar sees us at another address. */
  #moved = false

  constructor(core: AgentCore, options: RegistrationOptions) {
    this.#core = core
    this.#options = options
    this.#digest = digestOf(options.credentials, core)
    this.#callId = core.random.hex(16)
    this.#fromTag = newTag(core)
    this.#expiresS = options.expiresS ?? standardExpiresS
    this.#register(this.#expiresS)
  }

  get state(): RegistrationState {
    return this.#state
  }

  /**
   * Registers now instead of at the next refresh, with new credentials or a new time where given. The binding stays the
   * same: it keeps its Call-ID and its CSeq grows, so that requests that arrive out of order cannot remove it.
   */
  refresh(change?: Pick<RegistrationOptions, 'credentials' | 'expiresS'>): void {
    if (this.#stopping !== undefined) return
    if (change !== undefined) {
      this.#digest = digestOf(change.credentials, this.#core)
      this.#expiresS = change.expiresS ?? standardExpiresS
      this.#prolonged = false
      this.#failures = 0
    }
    if (this.#inFlight) {
      this.#refreshWanted ||= change !== undefined
      return
    }
    this.#timer?.clear()
    this.#register(this.#expiresS)
  }

  /** Removes the registration. Resolves when the registrar has answered, or when no answer can come any more. */
  stop(): Promise<void> {
    this.#timer?.clear()
    return new Promise((resolve) => {
      this.#stopping = () => {
        this.#change({ kind: 'stopped' })
        resolve()
      }
      // A REGISTER in progress is undone after its response has come.
      if (this.#inFlight) return
      // Also after a refresh that failed: the registrar keeps the last binding until it expires.
      if (this.#bound !== undefined) this.#register(0)
      else this.#stopping()
    })
  }

  #register(expiresS: number): void {
    this.#inFlight = true
    const uri = this.#registrarUri()
    const nextHop = this.#options.proxy ?? uri
    const exchange = new Exchange(
      this.#core,
      {
        nextHop,
        cseq: ++this.#cseq,
        nextCSeq: () => ++this.#cseq,
        build: (cseq, authorization, server) => this.#build(uri, cseq, authorization, server, expiresS),
        digest: this.#digest,
      },
      {
        onProvisional() {},
        onFinal: (response, leg) => this.#onFinal(response, leg, expiresS),
        onFailure: (failure) => this.#fail(failure, undefined),
      },
    )
    exchange.start()
  }

  #build(
    uri: string,
    cseq: number,
    authorization: readonly [string, string][],
    server: Destination,
    expiresS: number,
  ): SipRequest {
    const { aor, proxy } = this.#options
    const headers = Headers.of(
      ['Max-Forwards', maxForwards],
      ['From', `${bracketed(aor)};tag=${this.#fromTag}`],
      ['To', bracketed(aor)],
      ['Call-ID', this.#callId],
      ['CSeq', `${cseq} REGISTER`],
      ...this.#contacts(server, expiresS),
      ['Expires', String(expiresS)],
    )
    if (proxy !== undefined) headers.append('Route', `<${looseProxy(proxy)}>`)
    for (const [name, value] of [...authorization, ...capabilityHeaders(this.#core, 'User-Agent', ['path'])])
      headers.append(name, value)
    return new SipRequest('REGISTER', uri, headers)
  }

  /** RFC 3261 10.2.2: the request that adds the new binding also removes the old one, which no longer reaches us. */
  #contacts(server: Destination, expiresS: number): [string, string][] {
    const own = this.#contact(server)
    const contacts: [string, string][] = [['Contact', `${own};expires=${expiresS}`]]
    if (this.#bound !== undefined && this.#bound !== own)
      contacts.push(['Contact', `${this.#bound};expires=0`])
    return contacts
  }

  #contact(server: Destination): string {
    const { aor, contactUser } = this.#options
    return contactHeader(this.#core, server, contactUser ?? contactUserOf(aor))
  }

  // RFC 3261 10.2: the Request-URI names the domain, without a user.
  #registrarUri(): string {
    if (this.#options.registrar !== undefined) return this.#options.registrar
    const uri = parseNameAddress(bracketed(this.#options.aor))?.uri
    if (uri === undefined || uri.scheme === 'other' || uri.scheme === 'tel') return this.#options.aor
    return `${uri.scheme}:${uri.host}${uri.port === undefined ? '' : `:${uri.port}`}${uri.parameters}`
  }

  #onFinal(response: SipResponse, leg: Leg, askedS: number): void {
    this.#inFlight = false
    this.#core.addresses.learn(response, leg.destination)
    if (response.status < 300)
      this.#bound =
        askedS === 0 ? undefined : leg.request.headers.get('Contact')?.replace(/;expires=\d+$/, '')
    if (this.#stopping !== undefined) {
      if (response.status < 300 && askedS > 0) this.#register(0)
      else this.#stopping()
      return
    }
    if (this.#refreshAgain()) return
    const minExpiresS = parseDeltaSeconds(response.headers.get('Min-Expires') ?? '')
    // RFC 3261 10.3: 423 states the shortest time. It is requested once.
    if (response.status === 423 && minExpiresS !== undefined && minExpiresS > askedS && !this.#prolonged) {
      this.#prolonged = true
      this.#expiresS = minExpiresS
      this.#register(minExpiresS)
    } else if (response.status < 300) {
      this.#succeed(response, leg.destination, askedS)
    } else {
      this.#fail(response, parseDeltaSeconds(response.headers.get('Retry-After') ?? ''))
    }
  }

  #succeed(response: SipResponse, server: Destination, askedS: number): void {
    this.#failures = 0
    this.#prolonged = false
    // The registrar sees another address: register again at once, but not endlessly when each request leaves from
    // another port.
    if (this.#contact(server) !== this.#bound && !this.#moved) {
      this.#moved = true
      this.#register(this.#expiresS)
      return
    }
    this.#moved = false
    const expiresS = grantedSeconds(response, this.#bound) ?? askedS
    const publicAddress = this.#core.addresses.learned(server)
    // RFC 3608 6.1: each response replaces the previous route, also when it contains none.
    const serviceRoute = (response.headers.list('Service-Route') ?? []).filter(isRoute).slice(0, maxRoutes)
    this.#change({ kind: 'registered', expiresS, serviceRoute, publicAddress, response })
    // Between 75 and 90 % of the time: spreads the refreshes after an outage, and leaves time for a retry.
    const share = 0.75 + this.#core.random.below(150) / 1000
    const refreshMs = Math.min(Math.max(1, expiresS) * 1000, longestRefreshMs) * share
    this.#timer = this.#core.clock.after(refreshMs, () => this.#again())
  }

  #fail(cause: SipResponse | RequestFailure, retryAfterS: number | undefined): void {
    this.#inFlight = false
    if (this.#stopping !== undefined) {
      this.#stopping()
      return
    }
    if (this.#refreshAgain()) return
    const ceilingMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#failures, 16))
    this.#failures++
    // RFC 5626 4.5: a random time between half the pause and the full pause.
    const pauseMs = (ceilingMs * (500 + this.#core.random.below(501))) / 1000
    const retryMs = Math.max(pauseMs, Math.min((retryAfterS ?? 0) * 1000, longestRetryMs))
    this.#change({ kind: 'failed', cause, retryMs })
    this.#timer = this.#core.clock.after(retryMs, () => this.#again())
  }

  /** The response belongs to credentials or a time that have changed since. */
  #refreshAgain(): boolean {
    if (!this.#refreshWanted) return false
    this.#refreshWanted = false
    this.#register(this.#expiresS)
    return true
  }

  #again(): void {
    this.#register(this.#expiresS)
  }

  #change(state: RegistrationState): void {
    this.#state = state
    this.#options.onChange?.(state)
  }
}

function digestOf(credentials: Credentials | undefined, core: AgentCore): DigestClient | undefined {
  return credentials && new DigestClient(credentials, core.random)
}

// RFC 3261 10.2.4: the granted time is in our own Contact, otherwise in Expires.
function grantedSeconds(response: SipResponse, bound: string | undefined): number | undefined {
  const own = hostPortOf(bound ?? '')
  for (const contact of response.headers.list('Contact') ?? []) {
    if (hostPortOf(contact) !== own) continue
    const granted = parseDeltaSeconds(parseNameAddress(contact)?.parameters.get('expires') ?? '')
    if (granted !== undefined) return granted
  }
  return parseDeltaSeconds(response.headers.get('Expires') ?? '')
}

function hostPortOf(contact: string): string | undefined {
  const uri = parseNameAddress(contact)?.uri
  return uri !== undefined && 'host' in uri ? `${uri.host}:${uri.port ?? 5060}` : undefined
}
