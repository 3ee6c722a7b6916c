// Receivers of webhooks, each at a port of its own, as a process of its own. Words: how many, the first port.
import { createServer } from 'node:http'

const [count, firstPort] = process.argv.slice(2).map(Number) as [number, number]
for (let index = 0; index < count; index++) {
  createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end('{}'))
  }).listen(firstPort + index, '127.0.0.1')
}
