import type { RequestListener } from 'node:http'
import { limitConnections } from '../http/listeners.ts'
import { metricsServer } from '../http/metrics-server.ts'
import { RequestLog } from '../http/request-log/request-log.ts'
import { AddressList } from '../platform/address-list.ts'
import { composeApi, watchHealth } from './compose-api.ts'
import { composeCabinet } from './compose-cabinet.ts'
import type { Domain } from './compose-domain.ts'
import { exposeMetrics } from './expose-metrics.ts'
import type { Foundation } from './foundation.ts'
import { makePrimary, openListeners, tlsFilesOf } from './open-listeners.ts'
import { openOidcDoor } from './open-oidc.ts'

export type Web = Awaited<ReturnType<typeof openWeb>>

/** What changes with the settings in the store. */
export interface Reloading {
  reload(): Promise<void>
  blockedAddresses(): AddressList
}

/** The API, the cabinet, health and metrics, and their listeners. */
export async function openWeb(
  base: Foundation,
  domain: Domain,
  reloading: Reloading,
  isReady: () => boolean,
) {
  const { settings, metrics, log, alarms, store } = base
  const tls = tlsFilesOf(settings)
  const health = watchHealth(base, domain, isReady)
  const requestLog = requestLogOf(base, domain)
  const secondarySockets = new WeakSet<object>()
  const slowBodies = new WeakSet<object>()
  let publicUrl = ''
  const api = composeApi(base, domain, {
    ...reloading,
    health,
    requestLog,
    isSecondary: (request) => secondarySockets.has(request.socket),
  })
  const cabinet = await composeCabinet({
    ...base,
    ...domain,
    ...reloading,
    inbound: domain.incoming,
    sip: domain.sip.opened,
    checkAllWays: domain.sip.checkAllWays,
    lookForSnapshots: domain.numberingData.follow,
    publicUrl: () => publicUrl,
    slowBodies,
  })
  const oidc = openOidcDoor(base, domain, {
    publicUrl: () => publicUrl,
    blockedAddresses: reloading.blockedAddresses,
  })
  const listener: RequestListener = (request, response) => {
    const isPrimary = !secondarySockets.has(request.socket)
    const pages = cabinet.isFor(request.url) ? cabinet.listener : oidc.listenerFor(request.url)
    if (!isPrimary || pages === undefined) return api(request, response)
    // As the API does by itself: the next request of the browser goes to another node.
    if (domain.work.isEnding) response.setHeader('Connection', 'close')
    return pages(request, response)
  }
  const connections = limitConnections(
    settings.RINGKEY_ADDRESS_LIMIT.connections,
    new AddressList(settings.RINGKEY_TRUST_PROXY),
    () => metrics.connectionsRefused.inc({ limit: 'address' }),
  )
  const primary = await makePrimary(listener, tls, connections, slowBodies)
  const listeners = await openListeners({
    settings,
    primary,
    listener,
    connections,
    onSecondaryConnection: (socket) => secondarySockets.add(socket),
    sockets: base.deps.sockets,
    onDropped: () => metrics.connectionsRefused.inc({ limit: 'total' }),
    metrics: metricsServer(
      metrics,
      () => ({ node: store.nodeId, alarms: alarms.current() }),
      (error) => log.error({ event: 'metrics-failed', err: error }, 'a scrape of the metrics failed'),
    ),
  })
  publicUrl = listeners.baseUrl
  exposeMetrics(base, domain, tls, cabinet.waitingMails)
  return { ...listeners, tls, primary, cabinet, oidc, requestLog, health }
}

function requestLogOf({ installation, clock, metrics }: Foundation, { numbering }: Domain) {
  return new RequestLog({
    clock,
    numbering,
    rows() {
      const { keepRequestsDays, requestLogRows } = installation.settings
      return keepRequestsDays === 0 ? 0 : requestLogRows
    },
    onUncounted: (requests) => metrics.uncounted.inc(requests),
  })
}
