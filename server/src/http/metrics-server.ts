import { createServer, type Server } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

/** `/metrics` on a port of its own, so that it need not be reachable where the interface is. */
export function metricsServer(metrics: Metrics): Server {
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType })
    response.end(await metrics.registry.metrics())
  })
}
