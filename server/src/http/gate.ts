import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { Directory, Subscriber } from '../accounts/directory.ts'
import {
  errorStatusOf,
  type Profile,
  type ProfileDefaults,
  profileOf,
  unknownService,
} from '../accounts/profile.ts'
import type { KeyUses } from '../accounts/request-times.ts'
import { AddressList } from '../platform/address-list.ts'
import { clientAddress, isHttps } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'
import type { RequestRate } from '../platform/request-rate.ts'
import type { HookOf } from '../storage/queries/hooks.ts'
import type { KeyScope } from '../storage/queries/service-keys.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import type { AddressLimits } from './address-limits.ts'
import { type Authenticated, authenticate, authenticateCached, failed, refusalOf } from './authenticate.ts'
import { withCredentialHint } from './credential-hint.ts'
import { type Credentials, fromHeader, fromParameters, isCredential, type Presented } from './credentials.ts'
import { Failure } from './errors.ts'
import type { RawParams } from './parameters.ts'
import { type OnAnswer, Reply } from './reply.ts'
import { hasBody, readBody } from './request-body.ts'
import { pathOf, queryOf } from './request-target.ts'

export interface GateDeps {
  readonly directory: Directory
  readonly clock: Clock
  readonly keyUses: KeyUses
  readonly limits: AddressLimits
  /** Of an address, for requests without a valid key. */
  readonly rate: RequestRate
  /** Of an address, for the documentation site, whose pages are made of several files each. */
  readonly fileRate: RequestRate
  /** Of an address beyond its `rate`: requests whose credentials are looked at all the same. */
  readonly lookRate: RequestRate
  /** Of a service, for requests with its key. */
  readonly serviceRate: RequestRate
  readonly trustedProxies: AddressList
  /** Whether the answer tells browsers to use only HTTPS. */
  readonly isStrict: (request: IncomingMessage) => boolean
  /** Addresses that the operator blocked; replaced when they change. */
  readonly blockedAddresses: () => AddressList
  /** The defaults for services without a profile or error status of their own, and for unknown services. */
  readonly defaults: ProfileDefaults
  /**
   * A key was wrong, or came from an address that its service does not allow. `serviceId` is null when none was
   * readable.
   */
  readonly onRefusedKey: (refused: RefusedKey) => void
}

export interface RefusedKey {
  readonly serviceId: number | null
  readonly reason: 'key' | 'address'
  readonly address: string
  readonly userAgent: string
}

/** An authenticated request: its service and its parameters. */
export interface Entered {
  readonly subscriber: Subscriber
  /** What the key may be used for. */
  readonly scope: KeyScope
  readonly profile: Profile
  readonly params: RawParams | Failure
}

/**
 * What a path asks for: the key of a service, a credential of another kind, or none. Files of the documentation site have
 * a limit of their own.
 */
export type Asks = 'key' | 'credential' | 'nothing' | 'nothing-of-a-file'

export interface GateRefusal {
  readonly failure: Failure
  readonly subscriber?: Subscriber
}

/** What a request shows for its hook. */
export interface HookProof {
  readonly isProven: boolean
  /** A hash of it; undefined when the request shows nothing that could be wrong. */
  readonly shown: Buffer | undefined
}

const blocked = new Failure(0)
const anyAddress = new AddressList([])
/** A HEAD is treated like the GET it corresponds to. */
const verbsWithParameters: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
const apiPath = /^\/(?:v1\.0|v2)(?:\/|$)/

/**
 * The checks of every request: blocks, authentication, then the limit of the address without a valid key and that of the
 * service with one, then whether the service is suspended.
 *
 * The backend of an integrator is one address, so a valid key is found before its address is limited. What strangers
 * cost is bounded all the same. A key in the header that memory knows is compared there: once it was hashed, in constant
 * time with the text itself; a wrong one costs one SHA-256 of 32 characters. Every other request is counted against its
 * address when it arrives, and taken back when its key is proven. Beyond the limit of the address only as many go on as
 * `lookRate` has, and only those that may carry a valid key: up to 16 KiB of body are read for it (64 for a hook), and it
 * is looked for in the store. All others are refused before their body is read, and a client that goes on loses its
 * connection.
 */
export class Gate {
  readonly #deps: GateDeps

  constructor(deps: GateDeps) {
    this.#deps = deps
  }

  /** Counts the request unless memory knows its key; undefined when it was already answered. */
  open(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    requestId: string,
    onAnswer: OnAnswer,
    asks: Asks,
    Kind: typeof Reply = Reply,
  ): Reply | undefined {
    const { trustedProxies, directory, clock, rate, fileRate, lookRate } = this.#deps
    const address = clientAddress(request, trustedProxies)
    const caller = { address, isHttps: isHttps(request, trustedProxies) }
    const reply = new Kind(request, response, method, requestId, caller, onAnswer)
    reply.isStrict = this.#deps.isStrict(request)
    const presented = fromHeader(request.headers.authorization)
    if (asks === 'key' && authenticateCached(directory, clock, presented) !== undefined) return reply
    reply.rate = (asks === 'nothing-of-a-file' ? fileRate : rate).count(address)
    if (reply.rate?.exceeded !== true) return reply
    const mayProve = asks === 'credential' || (asks === 'key' && mayCarryKey(request, presented))
    if (mayProve && lookRate.count(address)?.exceeded !== true) return reply
    noteNamed(reply, presented ?? fromQuery(request))
    const isOpen = asks === 'nothing' || asks === 'nothing-of-a-file'
    const refusal = isOpen ? undefined : this.#ofBlocked(reply)
    this.refuse(reply, refusal?.failure ?? this.limitOfAddress(reply)!)
    return undefined
  }

  /** Why a request without a valid key is refused before anything else: too many came from its address. */
  limitOfAddress(reply: Reply): Failure | undefined {
    reply.rate ??= this.#deps.rate.count(reply.caller.address)
    return this.#tooMany(reply)
  }

  /** The same for a request with the key of a service: it is not one of its address. */
  #limitOfService(reply: Reply, { id, settings }: ServiceRecord): Failure | undefined {
    const { rate, serviceRate } = this.#deps
    if (reply.rate !== undefined) rate.takeBack(reply.caller.address)
    reply.rate = serviceRate.count(id, settings.requestsPerSecond ?? undefined)
    return this.#tooMany(reply, 'service')
  }

  #tooMany(reply: Reply, about?: 'service'): Failure | undefined {
    const { rate } = reply
    if (rate === undefined || !rate.exceeded) return undefined
    reply.closeConnection ||= rate.isFlood
    const retryAfterMs = rate.resetAt * 1000 - this.#deps.clock.now()
    return new Failure(429, { perSecond: rate.limit, ...(about && { about }) }, { retryAfterMs })
  }

  /** Refuses a blocked address. Its requests count, for the headers of the answer. */
  #ofBlocked(reply: Reply): GateRefusal | undefined {
    if (!this.#deps.blockedAddresses().has(reply.caller.address)) return undefined
    this.limitOfAddress(reply)
    return { failure: blocked }
  }

  /**
   * Blocks and authentication; a Failure with the service's error mode when the service is known. An unreadable body is
   * a Failure here: then only the header can identify the service, and without one that Failure is the answer.
   * Synchronous for a cached service: this is the hot path.
   */
  enter(reply: Reply, body: Buffer | Failure): Entered | GateRefusal | Promise<Entered | GateRefusal> {
    const { directory, clock } = this.#deps
    const { caller, request } = reply
    const { authorization } = request.headers
    const ofBlocked = this.#ofBlocked(reply)
    if (ofBlocked !== undefined) {
      noteNamed(reply, fromHeader(authorization) ?? fromQuery(request))
      return ofBlocked
    }

    if (body instanceof Failure && authorization === undefined)
      return { failure: this.#ofStranger(reply, undefined) ?? body }
    const params = paramsOf(request, body)
    const hasParameters = verbsWithParameters.has(request.method!) && !(params instanceof Failure)
    const byParameters = hasParameters ? fromParameters(params) : undefined
    const usual = fromHeader(authorization) ?? byParameters
    const bodyOfGet = bodyBesideQuery(request, body)
    const tolerated =
      typeof usual === 'object' ? undefined : readable(byParameters, fromParameters(bodyOfGet))
    const presented = tolerated ?? usual
    noteNamed(reply, presented)
    const found = authenticate(directory, clock, presented)
    const authorize = (loaded: Authenticated | Failure) => {
      if (tolerated === undefined) return this.#authorize(loaded, reply, presented, params, bodyOfGet)
      if (!(loaded instanceof Failure) && this.#isUcaller(loaded.subscriber))
        return this.#authorize(loaded, reply, presented, params, bodyOfGet)
      // The answer is the same for a right key, and a guess counts.
      if (usual === undefined) this.#deps.limits.noteWrongCredentials(caller.address)
      return this.#authorize(failed, reply, usual, params)
    }
    return found instanceof Promise ? found.then(authorize) : authorize(found)
  }

  #isUcaller({ service }: Subscriber): boolean {
    return profileOf(service.settings, this.#deps.defaults) === 'ucaller'
  }

  /** The same by the header alone, before the body is read (`/v2`). */
  enterByHeader(reply: Reply): Entered | GateRefusal | Promise<Entered | GateRefusal> {
    const { directory, clock } = this.#deps
    const presented = fromHeader(reply.request.headers.authorization)
    noteNamed(reply, presented)
    const ofBlocked = this.#ofBlocked(reply)
    if (ofBlocked !== undefined) return ofBlocked
    const found = authenticate(directory, clock, presented)
    return found instanceof Promise
      ? found.then((loaded) => this.#authorize(loaded, reply, presented, {}))
      : this.#authorize(found, reply, presented, {})
  }

  /**
   * The same for a hook of an identity server, which has a credential or a signature of its own. A server that `retries`
   * repeats a refused request by itself: the same wrong one counts once a minute.
   */
  async enterHook(
    reply: Reply,
    { kind, serviceId }: HookOf,
    retries: boolean,
    prove: () => Promise<HookProof>,
  ): Promise<Entered | GateRefusal> {
    const named = { key: '', serviceId }
    noteNamed(reply, named)
    const ofBlocked = this.#ofBlocked(reply)
    if (ofBlocked !== undefined) return ofBlocked
    // The credential first: a wrong one takes as long for a service that exists as for one that does not.
    const { isProven, shown } = await prove()
    const found = await this.#provenService(isProven ? serviceId : undefined)
    const repeated = retries ? `${kind} ${serviceId} ${shown?.toString('base64')}` : undefined
    return this.#authorize(found, reply, shown === undefined ? undefined : named, {}, {}, repeated)
  }

  /**
   * The same for a client token of `/v2`. `find` has its service, null for a token whose time is over: that is no guess.
   * It comes from the browser of a person: the allow list and the limit of the service are for its servers.
   */
  async enterClient(
    reply: Reply,
    find: () => Promise<number | null | undefined>,
  ): Promise<Entered | GateRefusal> {
    const ofBlocked = this.#ofBlocked(reply)
    if (ofBlocked !== undefined) return ofBlocked
    const limited = this.limitOfAddress(reply)
    if (limited !== undefined) return { failure: limited }
    const serviceId = await find()
    if (serviceId === null) return { failure: failed }
    const presented: Presented = serviceId === undefined ? 'malformed' : { key: '', serviceId }
    noteNamed(reply, presented)
    const found = await this.#provenService(serviceId)
    if (found instanceof Failure) return this.#authorize(found, reply, presented, {})
    return this.#admit(
      { ...found, subscriber: { ...found.subscriber, allowedAddresses: anyAddress } },
      reply,
      {},
    )
  }

  /** The same for a dialect: its credential alone names the service. `serviceId` is undefined when nobody has it. */
  async enterDialect(
    reply: Reply,
    credential: string,
    serviceId: number | undefined,
    params: RawParams,
  ): Promise<Entered | GateRefusal> {
    const presented: Presented =
      credential === '' ? undefined : serviceId === undefined ? 'malformed' : { key: credential, serviceId }
    noteNamed(reply, presented)
    const ofBlocked = this.#ofBlocked(reply)
    if (ofBlocked !== undefined) return ofBlocked
    const found = await this.#provenService(serviceId)
    return this.#authorize(found, reply, presented, params)
  }

  /** The service that something else than a key has proven; a Failure when nothing has. */
  async #provenService(serviceId: number | undefined): Promise<Authenticated | Failure> {
    const subscriber = serviceId === undefined ? undefined : await this.#deps.directory.find(serviceId)
    return subscriber === undefined ? failed : { subscriber, key: null }
  }

  /** Sends an error with the HTTP status mode of the service. Too many requests stay 429 for everybody. */
  refuse(reply: Reply, failure: Failure, subscriber?: Subscriber): void {
    const chosen = subscriber?.service.settings ?? unknownService
    reply.refuse(failure, failure.code === 429 ? 'mirror' : errorStatusOf(chosen, this.#deps.defaults))
  }

  #authorize(
    found: Authenticated | Failure,
    reply: Reply,
    presented: Presented,
    params: RawParams | Failure,
    bodyOfGet: RawParams = {},
    repeated?: string,
  ): Entered | GateRefusal {
    const { caller } = reply
    if (found instanceof Failure) {
      const limited = this.#ofStranger(reply, presented)
      // A browser's icon request, a preflight or a crawler presents no credentials, so it guesses none.
      if (presented !== undefined && this.#deps.limits.noteWrongCredentials(caller.address, repeated)) {
        this.#reportRefused(reply, presented === 'malformed' ? null : presented.serviceId, 'key')
      }
      return { failure: limited ?? withCredentialHint(found, reply.request, presented, params) }
    }
    const { subscriber } = found
    const limited = this.#limitOfService(reply, subscriber.service)
    if (limited === undefined) return this.#admit(found, reply, params, bodyOfGet)
    reply.log.hasKey = true
    return { failure: limited, subscriber }
  }

  #admit(
    { subscriber, key }: Authenticated,
    reply: Reply,
    params: RawParams | Failure,
    bodyOfGet: RawParams = {},
  ): Entered | GateRefusal {
    if (key !== null) this.#deps.keyUses.note(key, this.#deps.clock.now())
    reply.log.hasKey = true
    reply.log.given = params
    const failure = refusalOf(subscriber, reply.caller)
    if (failure === undefined) {
      const profile = profileOf(subscriber.service.settings, this.#deps.defaults)
      const given = profile === 'ucaller' ? withQuery(reply.request, params, bodyOfGet) : params
      reply.log.given = given
      return { subscriber, scope: key?.scope ?? 'all', profile, params: given }
    }
    if (failure.code === 1003) this.#reportRefused(reply, subscriber.service.id, 'address')
    return { failure, subscriber }
  }

  #reportRefused({ caller, request }: Reply, serviceId: number | null, reason: RefusedKey['reason']) {
    const userAgent = request.headers['user-agent'] ?? ''
    this.#deps.onRefusedKey({ serviceId, reason, address: caller.address, userAgent })
  }

  /**
   * Too many requests or wrong credentials came from this address. After wrong credentials, wrong ones are refused on
   * every path, missing ones where keys are required. A valid key never comes here, so that another client behind the
   * same address blocks nobody.
   */
  #ofStranger(reply: Reply, presented: Presented): Failure | undefined {
    const tooMany = this.limitOfAddress(reply)
    if (tooMany !== undefined) return tooMany
    const { caller, request } = reply
    const limitedForMs = this.#deps.limits.limitedForMs(caller.address)
    if (limitedForMs === 0) return undefined
    if (presented === undefined && !apiPath.test(pathOf(request.url!))) return undefined
    return new Failure(429, { about: 'wrong-credentials' }, { retryAfterMs: limitedForMs })
  }
}

/** The service that a request names, for the request log; its key is not checked yet. */
function noteNamed({ log }: Reply, presented: Presented): void {
  if (presented === undefined || presented === 'malformed') return
  log.serviceId = presented.serviceId
  log.key = presented.key
}

/** Whether a request may have a valid key, by what can be seen without its body. */
const mayCarryKey = (request: IncomingMessage, presented: Presented) =>
  typeof presented === 'object' || hasBody(request) || request.url!.includes('service_id=')

/** The credentials in the query. The body of a request that is refused at once is not read. */
function fromQuery({ url }: IncomingMessage): Presented {
  return url!.includes('service_id=') ? fromParameters(parseQuery(queryOf(url!))) : undefined
}

/**
 * Profile `ucaller`: a POST without parameters in its body, except credentials, may have them in its query. Credentials
 * may not be there. A GET may have some in its body.
 */
function withQuery(
  { method, url }: IncomingMessage,
  params: RawParams | Failure,
  bodyOfGet: RawParams,
): RawParams | Failure {
  if (method === 'GET') return { ...bodyOfGet, ...params }
  if (method !== 'POST' || params instanceof Failure || !Object.keys(params).every(isCredential))
    return params
  const { key, service_id, ...given } = parseQuery(queryOf(url!))
  return given
}

/** Profile `ucaller`: credentials beside a header that cannot be read, or in the body of a GET. */
const readable = (...presented: readonly Presented[]) =>
  presented.find((each): each is Credentials => typeof each === 'object')

/** The parameters in the body of a GET. */
function bodyBesideQuery({ method, headers }: IncomingMessage, body: Buffer | Failure): RawParams {
  if (method !== 'GET' || body instanceof Failure || body.length === 0) return {}
  const read = readBody(body, headers['content-type'])
  return read instanceof Failure ? {} : read
}

function paramsOf(request: IncomingMessage, body: Buffer | Failure): RawParams | Failure {
  if (body instanceof Failure) return body
  return request.method === 'POST'
    ? readBody(body, request.headers['content-type'])
    : parseQuery(queryOf(request.url!))
}
