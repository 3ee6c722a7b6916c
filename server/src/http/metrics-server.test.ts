import { once } from 'node:events'
import { connect } from 'node:net'
import { Gauge } from 'prom-client'
import { afterAll, expect, it } from 'vitest'
import { Metrics } from '../platform/metrics.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { listen } from './listeners.ts'
import { metricsServer } from './metrics-server.ts'

const metrics = new Metrics(0)
const reported: Error[] = []
const seen = { node: 'a', alarms: [{ kind: 'no-trunk', subject: '', since: 1, facts: {} }] as const }
const server = metricsServer(
  metrics,
  () => seen,
  (error) => reported.push(error),
)
const port = await listen(server, '127.0.0.1', 0)
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
const scrape = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  return { status: response.status, text: await response.text() }
}
const figure = (text: string, name: string) => text.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1]

it('metrics: gauges keep their last value when a read fails, and one read serves all of them', async () => {
  let readings = 0
  let isAway = false
  metrics.watchAll(
    { pending: { name: 'test_pending', help: '.' }, oldest: { name: 'test_oldest', help: '.' } },
    async () => {
      readings += 1
      if (isAway) throw new StoreUnavailable('too many wait')
      return { pending: 3, oldest: 7 }
    },
  )
  await scrape()
  expect(readings).toBe(1)
  isAway = true
  const { status, text } = await scrape()
  expect({ status, readings }).toEqual({ status: 200, readings: 2 })
  expect([figure(text, 'test_pending'), figure(text, 'test_oldest')]).toEqual(['3', '7'])
  expect(figure((await scrape()).text, 'ringkey_metrics_read_errors_total')).toMatch(/^[12]$/)
  isAway = false
  expect(figure((await scrape()).text, 'test_pending')).toBe('3')
})

it('alarms of a node: are answered to its own machine alone', async () => {
  const text = await (await fetch(`http://127.0.0.1:${port}/alarms`)).text()
  expect(JSON.parse(text)).toEqual(seen)
  // From another address, as a scraper on another machine has it.
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.write('GET /alarms HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 404 /)
})

it('metrics: answers are counted by their error code, so that errors with HTTP 200 are visible', async () => {
  metrics.answered('initCall', 200, undefined, 1)
  metrics.answered('initCall', 200, 0, 1)
  metrics.answered('initCall', 200, 503, 1)
  const { text } = await scrape()
  for (const error of ['none', '0', '503'])
    expect(text).toContain(`ringkey_http_requests_total{method="initCall",status="200",error="${error}"} 1`)
})

it('metrics: answer times are a histogram with cumulative buckets', async () => {
  for (const elapsedMs of [0.5, 1, 3, 30, 5_000]) metrics.answered('getInfo', 200, undefined, elapsedMs)
  const { text } = await scrape()
  expect(text).toContain('# TYPE ringkey_http_request_duration_seconds histogram')
  const lines = text
    .split('\n')
    .filter((line) => /^ringkey_http_request_duration_seconds.*getInfo/.test(line))
  const counts = ['2', '2', '3', '3', '3', '4', '4', '4', '4', '5']
  const bounds = ['0.001', '0.0025', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '1', '+Inf']
  expect(lines).toEqual([
    ...bounds.map(
      (le, at) => `ringkey_http_request_duration_seconds_bucket{le="${le}",method="getInfo"} ${counts[at]}`,
    ),
    'ringkey_http_request_duration_seconds_sum{method="getInfo"} 5.0345',
    'ringkey_http_request_duration_seconds_count{method="getInfo"} 5',
  ])
})

it('metrics: a failed scrape is answered with 503 and reported, and the next one works', async () => {
  new Gauge({
    name: 'test_broken',
    help: '.',
    registers: [metrics.registry],
    collect: () => Promise.reject(new Error('broken')),
  })
  expect((await scrape()).status).toBe(503)
  expect(reported.map(({ message }) => message)).toEqual(['broken'])
  metrics.registry.removeSingleMetric('test_broken')
  expect((await scrape()).status).toBe(200)
})

it('metrics: a body is refused without being read, and connections are bounded', async () => {
  const sender = connect(port, '127.0.0.1')
  // The rest of the body meets a closed connection.
  sender.on('error', () => {})
  sender.write('GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 500000000\r\n\r\n')
  const [answer] = await once(sender, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
  sender.write('x'.repeat(100_000))
  await once(sender, 'close')

  const open = new Set<number>()
  const sockets = Array.from({ length: 80 }, (_, index) => {
    const socket = connect(port, '127.0.0.1', () => open.add(index))
    socket.on('error', () => {})
    return { socket, over: once(socket, 'close').then(() => open.delete(index)) }
  })
  await Promise.race(sockets.map(({ over }) => over))
  await expect.poll(() => open.size).toBeLessThanOrEqual(50)
  for (const { socket } of sockets) socket.destroy()
})
