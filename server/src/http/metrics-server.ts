import { createServer, type Server } from 'node:http'
import type { Alarm } from '../alarms/active-alarms.ts'
import type { Metrics } from '../platform/metrics.ts'

/** A few scrapers, each with a connection that it keeps. */
const maxConnections = 50
const options = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 2_000 }

/** What `/alarms` answers. */
export interface NodeAlarms {
  readonly node: string
  readonly alarms: readonly Alarm[]
}

/**
 * `/metrics` on its own port, so that it need not be reachable where the API is; `/alarms` for the command on the same
 * machine alone: alarms name customers and sums.
 */
export function metricsServer(
  metrics: Metrics,
  alarms: () => NodeAlarms,
  report: (error: Error) => void,
): Server {
  let scrape: Promise<string> | undefined
  const server = createServer(options, (request, response) => {
    const { headers, socket } = request
    // Node would read a body to its end, of whatever length.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return void response.writeHead(413, { Connection: 'close' }).end(() => socket.destroy())
    if (request.url === '/alarms' && socket.remoteAddress === socket.localAddress)
      return void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(alarms()))
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    // Those that come at the same time share one text: it may have megabytes.
    scrape ??= metrics.registry.metrics().finally(() => {
      scrape = undefined
    })
    const { contentType } = metrics.registry
    scrape
      .then((text) => void response.writeHead(200, { 'Content-Type': contentType }).end(text))
      .catch((error: Error) => {
        report(error)
        response.writeHead(503).end()
      })
  })
  server.maxConnections = maxConnections
  return server
}
