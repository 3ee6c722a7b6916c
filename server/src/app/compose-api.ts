import type { RequestListener } from 'node:http'
import { countRefusedKeys } from '../alarms/active-alarms.ts'
import { AddressLimits } from '../http/address-limits.ts'
import { type ApiServerDeps, createApi, probeMethod } from '../http/api.ts'
import { Gate } from '../http/gate.ts'
import type { RequestLog } from '../http/request-log/request-log.ts'
import { sentenceOf } from '../operations/operations-table.ts'
import { AddressList } from '../platform/address-list.ts'
import { secondMs } from '../platform/clock.ts'
import { randomWord } from '../platform/random.ts'
import { RequestRate } from '../platform/request-rate.ts'
import { filesPerRequest } from './compose-cabinet.ts'
import type { Domain } from './compose-domain.ts'
import { figuresOf } from './figures.ts'
import type { Foundation } from './foundation.ts'
import { publicUrl } from './open-listeners.ts'

interface OfWeb extends Pick<ApiServerDeps, 'isSecondary'> {
  readonly blockedAddresses: () => AddressList
  readonly health: ReturnType<typeof watchHealth>
  /** Undefined where nobody writes it. */
  readonly requestLog: RequestLog | undefined
}

/**
 * Requests of an address over its limit that are looked at for a valid key, for each one within it: a backend behind the
 * same address gets through a flood of strangers. A look takes 0.1 ms of CPU (SQLite), so that 300 take 3 % of a core.
 */
const looksPerRequest = 10

/** Composes the API of the contract: one request handler for both addresses. */
export function composeApi(base: Foundation, domain: Domain, web: OfWeb): RequestListener {
  const { settings, clock, random, log, metrics, tracing, accessLog } = base
  const { incoming, directory, requestTimes } = domain
  const { requestLog, isSecondary } = web
  const countRefusedKey = countRefusedKeys(clock, base.alarms)
  let requests = 0
  const isPublicHttps = publicUrl(settings).startsWith('https:')
  const bootId = randomWord(random, 8)
  return createApi({
    gate: new Gate({
      directory,
      clock,
      keyUses: requestTimes.keys,
      limits: new AddressLimits(clock),
      rate: new RequestRate(clock, settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond),
      fileRate: new RequestRate(clock, filesPerRequest * settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond),
      lookRate: new RequestRate(clock, looksPerRequest * settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond),
      serviceRate: new RequestRate(clock, settings.RINGKEY_SERVICE_LIMIT.requestsPerSecond, 'service'),
      trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
      // The secondary address is plain HTTP: RFC 6797 7.2 forbids the header there.
      isStrict: (request) => isPublicHttps && !isSecondary(request),
      blockedAddresses: web.blockedAddresses,
      defaults: { profile: settings.RINGKEY_PROFILE, errorStatus: settings.RINGKEY_ERROR_STATUS },
      onRefusedKey: ({ serviceId, reason, ...origin }) => {
        countRefusedKey()
        accessLog.refused({ kind: 'key-refused', facts: { service: serviceId, reason } }, origin)
      },
    }),
    api: { ...base, ...domain, sentenceOf, callbackGuard: incoming.guard, hooks: incoming.hooks },
    figures: figuresOf(settings),
    siteFolder: base.deps.siteFolder,
    demo: base.demo,
    health: web.health,
    isSecondary,
    nextRequestId: () => `${bootId}-${(++requests).toString(36)}`,
    onError: (requestId, error) =>
      log.error({ event: 'request-failed', requestId, err: error }, 'a request failed'),
    onStoreTrouble: (error, requestId) => base.outage.report(error, 'request', requestId),
    onAnswer: (answer, reply) => {
      requestLog?.note(answer, reply)
      tracing?.answered(answer, reply)
      if (answer.method !== probeMethod)
        metrics.answered(answer.method, answer.status, answer.errorCode, answer.elapsedMs)
      if (log.isLevelEnabled('debug')) log.debug({ event: 'answered', ...answer }, 'answered')
    },
  })
}

const freshMs = secondMs

/** The content of `/health` and `/readyz`; the store is queried at most once a second, however many requests come. */
export function watchHealth(
  { store, clock }: Foundation,
  { telephony, sip, work }: Domain,
  isReady: () => boolean,
) {
  const isServing = () => isReady() && sip.isSimulatorReached() && !work.isEnding
  let answer: Promise<boolean> | undefined
  let askedAtMs = 0
  const hasDatabase = () => {
    if (answer === undefined || clock.monotonicMs() - askedAtMs >= freshMs) {
      askedAtMs = clock.monotonicMs()
      answer = store.heartbeat(clock.now()).then(
        () => true,
        () => false,
      )
    }
    return answer
  }
  return {
    /** A carrier that is down shows only in `providers`: reads and the cabinet work without one. */
    async health() {
      const database = await hasDatabase()
      return { status: database && isServing(), database, providers: telephony.healthy() }
    },
    async readiness() {
      const database = await hasDatabase()
      const serving = isServing()
      return { status: database && serving, database, serving }
    },
  }
}
