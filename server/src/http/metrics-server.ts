import { createServer, type Server } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

/** A few scrapers, each with a connection that it keeps. */
const maxConnections = 50
const options = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 2_000 }

/** `/metrics` on its own port, so that it need not be reachable where the API is. */
export function metricsServer(metrics: Metrics, report: (error: Error) => void): Server {
  let scrape: Promise<string> | undefined
  const server = createServer(options, (request, response) => {
    const { headers, socket } = request
    // Node would read a body to its end, of whatever length.
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return void response.writeHead(413, { Connection: 'close' }).end(() => socket.destroy())
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
