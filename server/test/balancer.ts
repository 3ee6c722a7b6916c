import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands before the nodes of one installation: each request goes on to the port that `choose` names. */
export async function startBalancer(choose: () => number) {
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const passed = request({ host: '127.0.0.1', port: choose(), method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
