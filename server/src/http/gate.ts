import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Directory, Subscriber } from '../accounts/directory.ts'
import type { AddressList } from '../platform/address-list.ts'
import { clientAddress, isHttps } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'
import type { AddressLimits } from './address-limits.ts'
import { authenticate, type Caller, standing } from './authenticate.ts'
import { fromHeader, fromParameters } from './credentials.ts'
import { Failure } from './errors.ts'
import { languageOf } from './language.ts'
import type { Bag } from './parameters.ts'
import { readBody } from './request-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Worked out once, where the request is met. */
    caller: Caller
  }
  interface FastifyReply {
    /** The error that was answered, for those who count. */
    failure: Failure | undefined
  }
}

export interface GateParts {
  readonly directory: Directory
  readonly clock: Clock
  readonly limits: AddressLimits
  readonly trustedProxies: AddressList
  /** Addresses that the operator blocked; replaced when they change. */
  readonly blockedAddresses: () => AddressList
  /** The installation's default of the error status mode. */
  readonly errorStatus: 'mirror' | '200'
  /** Set when the process is about to stop: no new work. */
  readonly isDraining: () => boolean
}

/** A request past the gate: who sends it and what it says. */
export interface Entered {
  readonly subscriber: Subscriber
  readonly bag: Bag | Failure
}

/** What every request passes, in the order of decisions 1: limits of the address, blocks, authentication, standing. */
export class Gate {
  readonly #parts: GateParts

  constructor(parts: GateParts) {
    this.#parts = parts
  }

  /** Counts the request against its address and says so in the headers; a Failure ends it here. */
  meet(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
    request.caller = this.#callerOf(request)
    const rate = this.#parts.limits.count(request.caller.address)
    if (rate !== undefined) {
      reply.header('X-Rate-Limit-Limit', rate.limit)
      reply.header('X-Rate-Limit-Remaining', rate.remaining)
      reply.header('X-Rate-Limit-Reset', rate.resetAt)
      if (rate.exceeded) return new Failure(429)
    }
    return undefined
  }

  /**
   * Blocks and authentication; a Failure with the subscriber's error mode where one is known. `unread` says
   * why the body could not be taken: then only the header can tell who calls, and without one that is the answer.
   */
  async enter(request: FastifyRequest, unread?: Failure): Promise<Entered | Refusal> {
    const { limits, blockedAddresses, directory, clock } = this.#parts
    const { caller } = request
    const blockedForMs = limits.blockedForMs(caller.address)
    if (blockedForMs > 0) return { failure: new Failure(429, {}, { retryAfterMs: blockedForMs }) }
    if (blockedAddresses().has(caller.address)) return { failure: new Failure(0) }

    if (unread !== undefined && request.headers.authorization === undefined) return { failure: unread }
    const isPost = request.method === 'POST'
    const bag = unread ?? (isPost ? bodyOf(request) : ((request.query ?? {}) as Bag))
    const mayCarryKey = (isPost || request.method === 'GET') && !(bag instanceof Failure)
    const presented =
      fromHeader(request.headers.authorization) ?? (mayCarryKey ? fromParameters(bag) : undefined)
    const subscriber = await authenticate(directory, clock, presented, caller)
    if (subscriber instanceof Failure) {
      limits.noteFailedAuthentication(caller.address)
      return { failure: subscriber }
    }
    const failure = standing(subscriber, caller)
    return failure === undefined ? { subscriber, bag } : { failure, subscriber }
  }

  isDraining(): boolean {
    return this.#parts.isDraining()
  }

  /** Sends an error in the client's language, with the HTTP status that the service asked for. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    failure: Failure,
    subscriber?: Subscriber,
  ): FastifyReply {
    reply.failure = failure
    const mode = subscriber?.service.settings.errorStatus ?? this.#parts.errorStatus
    if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds)
    const status = mode === '200' ? 200 : failure.status
    // RFC 9110 15.5.2 and 15.5.6: these two say what would have been right.
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="ringkey"')
    if (status === 405) reply.header('Allow', failure.allowedVerbs.join(', '))
    return reply
      .code(status)
      .header('Content-Type', 'application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(failure.body(languageOf(request.headers['accept-language'])))
  }

  #callerOf(request: FastifyRequest): Caller {
    const { trustedProxies } = this.#parts
    return {
      address: clientAddress(request.raw, trustedProxies),
      isHttps: isHttps(request.raw, trustedProxies),
    }
  }
}

function bodyOf(request: FastifyRequest): Bag | Failure {
  return readBody(request.body as Buffer | undefined, request.headers['content-type'])
}

export interface Refusal {
  readonly failure: Failure
  readonly subscriber?: Subscriber
}
