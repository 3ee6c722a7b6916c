// One address opens connections without end, also after it was refused.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askRaw } from '../../server/test/cabinet-ask.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'

const max = 20
let service: TestService
beforeAll(async () => {
  service = await startTestService({
    RINGKEY_ADDRESS_LIMIT: `connections:${max},api:5/s,cabinet:5/s`,
  })
})
afterAll(() => service.stop())

async function open(url: string, localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

it('connections of one address: are limited over both listeners of the service, and other addresses connect', async () => {
  const urls = [service.baseUrl, service.altBaseUrl]
  const sockets = await Promise.all(
    Array.from({ length: 3 * max }, (_, index) => open(urls[index % 2]!, '127.0.0.2')),
  )
  const alive = () =>
    sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
  await eventually(
    async () => alive(),
    (count) => count <= max,
  )
  expect(alive()).toBe(max)
  const metrics = await (await fetch(service.metricsUrl)).text()
  expect(metrics).toContain(`ringkey_http_connections_refused_total{limit="address"} ${2 * max}`)
  const neighbour = await askRaw(service.baseUrl, { path: '/livez' })
  expect(neighbour.status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await eventually(
    async () => {
      const again = await open(service.baseUrl, '127.0.0.2')
      again.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      const [answer] = (await Promise.race([once(again, 'data'), once(again, 'close')])) as [Buffer | boolean]
      again.destroy()
      return String(answer)
    },
    (answer) => answer.includes('200 OK'),
  )
})

it('connections of a trusted proxy: are not limited', async () => {
  const behind = await startTestService({
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:2',
    RINGKEY_TRUST_PROXY: '127.0.0.3',
  })
  const sockets = await Promise.all(Array.from({ length: 6 }, () => open(behind.baseUrl, '127.0.0.3')))
  const answers = sockets.map(async (socket) => {
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    const [data] = (await once(socket, 'data')) as [Buffer]
    return data.toString().split('\r\n')[0]
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  for (const socket of sockets) socket.destroy()
  await behind.stop()
})

it.each(['/livez', '/cabinet/api/entrance'])(
  'a flood on %s: is refused, then its connection is closed',
  async (path) => {
    const socket = await open(service.baseUrl, '127.0.0.4')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    const closed = once(socket, 'close')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(40))
    await closed
    const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
    expect(statuses.filter((status) => status === '200').length).toBe(5)
    expect(statuses.filter((status) => status === '429').length).toBe(6)
    expect(heard).toMatch(/connection: close/i)
  },
)

it('a blocked address: is refused by the API and by the cabinet', async () => {
  const { port } = new URL(service.baseUrl)
  const ask = async (path: string) => {
    const socket = await open(`http://127.0.0.1:${port}`, '127.0.0.5')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    let heard = ''
    for await (const chunk of socket) heard += String(chunk)
    return Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1])
  }
  expect(await ask('/cabinet/api/entrance')).toBe(200)
  await changed(service.store, 'blockAddress', { address: '127.0.0.5', note: '', at: service.clock.now() })
  await service.reload()
  expect(await ask('/v1.0/getBalance')).toBe(403)
  expect(await ask('/cabinet/api/entrance')).toBe(403)
  expect(await ask('/cabinet/')).toBe(403)
})
