import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { Directory, Subscriber } from '../accounts/directory.ts'
import type { AddressList } from '../platform/address-list.ts'
import { clientAddress, isHttps } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'
import type { RequestRate } from '../platform/request-rate.ts'
import type { AddressLimits } from './address-limits.ts'
import { authenticate, type Caller, standing } from './authenticate.ts'
import { fromHeader, fromParameters } from './credentials.ts'
import { Failure } from './errors.ts'
import { type Answered, Exchange } from './exchange.ts'
import type { Bag } from './parameters.ts'
import { readBody } from './request-body.ts'
import { queryOf } from './request-target.ts'

export interface GateParts {
  readonly directory: Directory
  readonly clock: Clock
  readonly limits: AddressLimits
  readonly rate: RequestRate
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

export interface Refusal {
  readonly failure: Failure
  readonly subscriber?: Subscriber
}

const tooManyRequests = new Failure(429)
const blocked = new Failure(0)

/** What every request passes, in the order of decisions 1: limits of the address, blocks, authentication, standing. */
export class Gate {
  readonly #parts: GateParts

  constructor(parts: GateParts) {
    this.#parts = parts
  }

  /** Counts the request against its address, which the answer will tell; undefined when it was answered here. */
  meet(
    request: IncomingMessage,
    response: ServerResponse,
    method: string,
    onAnswer: (answer: Answered) => void,
  ): Exchange | undefined {
    const { trustedProxies } = this.#parts
    const address = clientAddress(request, trustedProxies)
    const caller = { address, isHttps: isHttps(request, trustedProxies) }
    const rate = this.#parts.rate.count(address)
    const exchange = new Exchange(request, response, method, caller, rate, onAnswer)
    if (rate === undefined || !rate.exceeded) return exchange
    this.refuse(exchange, tooManyRequests)
    return undefined
  }

  /**
   * Blocks and authentication; a Failure with the subscriber's error mode where one is known. A body that could not
   * be taken is a Failure here: then only the header can tell who calls, and without one that is the answer. No
   * promise for a service that is known: that is the hot path.
   */
  enter(exchange: Exchange, body: Buffer | Failure): Entered | Refusal | Promise<Entered | Refusal> {
    const { limits, blockedAddresses, directory, clock } = this.#parts
    const { caller, request } = exchange
    const blockedForMs = limits.blockedForMs(caller.address)
    if (blockedForMs > 0) return { failure: new Failure(429, {}, { retryAfterMs: blockedForMs }) }
    if (blockedAddresses().has(caller.address)) return { failure: blocked }

    const { authorization } = request.headers
    if (body instanceof Failure && authorization === undefined) return { failure: body }
    const bag = bagOf(request, body)
    const mayCarryKey = (request.method === 'POST' || request.method === 'GET') && !(bag instanceof Failure)
    const presented = fromHeader(authorization) ?? (mayCarryKey ? fromParameters(bag) : undefined)
    const subscriber = authenticate(directory, clock, presented, caller)
    return subscriber instanceof Promise
      ? subscriber.then((found) => this.#judge(found, caller, bag))
      : this.#judge(subscriber, caller, bag)
  }

  isDraining(): boolean {
    return this.#parts.isDraining()
  }

  /** Sends an error with the HTTP status that the service asked for. */
  refuse(exchange: Exchange, failure: Failure, subscriber?: Subscriber): void {
    exchange.refuse(failure, subscriber?.service.settings.errorStatus ?? this.#parts.errorStatus)
  }

  #judge(subscriber: Subscriber | Failure, caller: Caller, bag: Bag | Failure): Entered | Refusal {
    if (subscriber instanceof Failure) {
      this.#parts.limits.noteFailedAuthentication(caller.address)
      return { failure: subscriber }
    }
    const failure = standing(subscriber, caller)
    return failure === undefined ? { subscriber, bag } : { failure, subscriber }
  }
}

function bagOf(request: IncomingMessage, body: Buffer | Failure): Bag | Failure {
  if (body instanceof Failure) return body
  return request.method === 'POST'
    ? readBody(body, request.headers['content-type'])
    : parseQuery(queryOf(request.url!))
}
