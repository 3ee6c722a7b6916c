import type { FastifyRequest } from 'fastify'
import { QueueFull } from '../platform/bounded-queue.ts'
import { isRefused, type OperationRefused, type RefusalReason } from '../storage/operation-refused.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { CabinetDeps } from './deps.ts'
import { busy, notFound, Problem, wrongField } from './problem.ts'

/**
 * The HTTP status and the code of a refusal; the web app has a sentence for every code. Without a row here, what begins with
 * `no-` is not found, and anything else is a conflict whose code is the reason.
 */
const answers: Partial<Readonly<Record<RefusalReason, readonly [number, string]>>> = {
  'wrong-field': [400, 'wrong-field'],
  'trunk-taken': [409, 'name-taken'],
  'out-of-reach': [400, 'out-of-reach'],
  'bad-range': [400, 'bad-range'],
  'no-range': [404, 'gone'],
  'no-contract': [404, 'gone'],
  'not-quarantined': [404, 'gone'],
  'not-blocked': [404, 'gone'],
  'not-paused': [404, 'gone'],
  'tariff-taken': [409, 'code-taken'],
  'tariff-name-missing': [400, 'wrong-field'],
  'address-with-password': [400, 'address-with-password'],
  'address-not-public': [400, 'address-not-public'],
  'address-of-ringkey': [400, 'address-of-ringkey'],
  'long-prefix': [400, 'long-prefix'],
  'no-owner': [400, 'no-owner'],
  'no-demo': [409, 'no-demo-account'],
  'email-differs': [400, 'email-differs'],
  'operation-id-taken': [409, 'sent-before'],
  'no-phone': [400, 'no-phone'],
  'token-taken': [409, 'name-taken'],
  'recording-unreadable': [400, 'recording-unreadable'],
  'recording-silent': [400, 'recording-silent'],
  'recording-clipped': [400, 'recording-clipped'],
  'recording-short': [400, 'recording-short'],
  'recording-long': [400, 'recording-long'],
  'recording-slow': [400, 'recording-slow'],
}

function problemOfRefused(refused: OperationRefused): Problem {
  const { reason, field, expected, message } = refused
  const [status, code] = answers[reason] ?? (reason.startsWith('no-') ? [404, 'not-found'] : [409, reason])
  // Of an address the page tells which rule refused it.
  if (field !== undefined && expected !== undefined && !code.startsWith('address-'))
    return wrongField(field, expected)
  if (code === 'not-found') return notFound()
  return new Problem(status, code, message, field === undefined ? {} : { field })
}

/** What an error is answered with; `whose` requests they are. */
export function problemOf(
  deps: Pick<CabinetDeps, 'log' | 'outage'>,
  error: Error,
  request: FastifyRequest,
  whose: 'cabinet' | 'admin API',
): Problem {
  if (error instanceof Problem) return error
  if (error instanceof QueueFull) return busy()
  if (isRefused(error)) return problemOfRefused(error)
  if (error instanceof StoreUnavailable) {
    deps.outage.report(error, 'cabinet', request.id)
    return new Problem(503, 'store-away', 'the store did not answer in time: try again', {
      retryAfterSeconds: 5,
    })
  }
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413)
    return tooLarge(request.routeOptions.bodyLimit ?? request.server.initialConfig.bodyLimit!)
  if (statusCode === 415)
    return new Problem(415, 'unreadable', 'expected a body of the type application/json')
  if (statusCode !== undefined && statusCode < 500) {
    return new Problem(statusCode, 'unreadable', 'the request cannot be read')
  }
  deps.log.error(
    { event: 'request-failed', requestId: request.id, err: error },
    `a request of the ${whose} failed`,
  )
  return new Problem(500, 'fault', `something broke on our side; tell the operator the number ${request.id}`)
}

export const tooLarge = (maxBytes: number) =>
  new Problem(413, 'unreadable', `expected a body of at most ${maxBytes} bytes`)
