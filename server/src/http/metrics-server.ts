import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

/** `/metrics` on its own port, so that it need not be reachable where the API is. */
export function metricsServer(metrics: Metrics, report: (error: Error) => void): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    answerScrape(metrics, response).catch((error: Error) => {
      report(error)
      response.writeHead(503).end()
    })
  })
}

async function answerScrape({ registry }: Metrics, response: ServerResponse): Promise<void> {
  const text = await registry.metrics()
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
}
