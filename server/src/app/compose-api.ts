import type { RequestListener } from 'node:http'
import type { Directory } from '../accounts/directory.ts'
import { AddressLimits } from '../http/address-limits.ts'
import { type ApiServerDeps, createApi, probeMethod } from '../http/api.ts'
import { Gate } from '../http/gate.ts'
import type { RequestLog } from '../http/request-log/request-log.ts'
import type { V2Parts } from '../http/v2/method.ts'
import { AddressList } from '../platform/address-list.ts'
import { randomWord } from '../platform/random.ts'
import { RequestRate } from '../platform/request-rate.ts'
import { filesPerRequest } from './compose-cabinet.ts'
import { figuresOf } from './figures.ts'
import type { Foundation } from './foundation.ts'
import { publicUrl } from './open-listeners.ts'
import type { TraceCalls } from './trace-calls.ts'

type FromFoundation = 'settings' | 'random' | 'log' | 'metrics' | 'accessLog'
type FromWeb = 'health' | 'isSecondary' | 'onStoreTrouble' | 'siteFolder' | 'demo'

interface ComposeApiDeps extends V2Parts, Pick<Foundation, FromFoundation>, Pick<ApiServerDeps, FromWeb> {
  readonly directory: Directory
  readonly blockedAddresses: () => AddressList
  readonly onRefusedKey: () => void
  /** Undefined when the operator switched it off. */
  readonly requestLog: Pick<RequestLog, 'note'> | undefined
  readonly tracing: Pick<TraceCalls, 'answered'> | undefined
}

/** Composes the API of the contract: one request handler for both addresses. */
export function composeApi(deps: ComposeApiDeps): RequestListener {
  const { settings, clock, random, log, metrics, directory, requestLog } = deps
  let requests = 0
  const isPublicHttps = publicUrl(settings).startsWith('https:')
  const bootId = randomWord(random, 8)
  return createApi({
    gate: new Gate({
      directory,
      clock,
      keyUses: deps.requestTimes.keys,
      limits: new AddressLimits(clock),
      rate: new RequestRate(clock, settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond),
      fileRate: new RequestRate(clock, filesPerRequest * settings.RINGKEY_ADDRESS_LIMIT.apiPerSecond),
      trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
      // The secondary address is plain HTTP: RFC 6797 7.2 forbids the header there.
      isStrict: (request) => isPublicHttps && !deps.isSecondary(request),
      blockedAddresses: deps.blockedAddresses,
      defaults: { profile: settings.RINGKEY_PROFILE, errorStatus: settings.RINGKEY_ERROR_STATUS },
      onRefusedKey: ({ serviceId, reason, ...origin }) => {
        deps.onRefusedKey()
        deps.accessLog.refused({ kind: 'key-refused', facts: { service: serviceId, reason } }, origin)
      },
    }),
    api: deps,
    figures: figuresOf(settings),
    siteFolder: deps.siteFolder,
    demo: deps.demo,
    health: deps.health,
    isSecondary: deps.isSecondary,
    nextRequestId: () => `${bootId}-${(++requests).toString(36)}`,
    onError: (requestId, error) =>
      log.error({ event: 'request-failed', requestId, err: error }, 'a request failed'),
    onStoreTrouble: deps.onStoreTrouble,
    onAnswer: (answer, exchange) => {
      requestLog?.note(answer, exchange)
      deps.tracing?.answered(answer, exchange)
      if (answer.method !== probeMethod)
        metrics.answered(answer.method, answer.status, answer.errorCode, answer.elapsedMs)
      if (log.isLevelEnabled('debug')) log.debug({ event: 'answered', ...answer }, 'answered')
    },
  })
}
