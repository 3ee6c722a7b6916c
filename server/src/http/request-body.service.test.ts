import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Sends a body in pieces, each in its own packet, without a Content-Length. */
function post(pieces: readonly (string | Buffer)[]): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${service.key}.${service.serviceId}`,
    }
    const sent = request(`${service.baseUrl}/v1.0/initCall`, { method: 'POST', headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        body += text
      })
      answer.on('end', () => resolve({ status: answer.statusCode, body }))
    })
    sent.on('error', reject)
    const next = (index: number): void => {
      if (index === pieces.length) return void sent.end()
      sent.write(pieces[index], () => setImmediate(next, index + 1))
    }
    next(0)
  })
}

it('request body: pieces are joined, also when a piece ends inside a character', async () => {
  const whole = Buffer.from('{"phone":"79000000001","client":"Анна"}')
  const cut = whole.indexOf('А') + 1
  const { status, body } = await post([whole.subarray(0, 5), whole.subarray(5, cut), whole.subarray(cut)])
  expect([status, JSON.parse(body).client]).toEqual([200, 'Анна'])
})

it('request body: a body that grows too large without a Content-Length is refused, once', async () => {
  const piece = 'x'.repeat(6 * 1024)
  const { status, body } = await post([piece, piece, piece])
  expect([status, JSON.parse(body).code]).toEqual([413, 1])
})

it('requests: pipelined requests of one connection are answered in their order', async () => {
  const bodies = Array.from({ length: 20 }, (_, index) => `{"phone":"79000000001","client":"${index}"}`)
  const { hostname, port } = new URL(service.baseUrl)
  const text = bodies.map(
    (body) =>
      `POST /v1.0/initCall HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}.${service.serviceId}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  const clients = await new Promise<string[]>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text.join('')))
    let seen = ''
    socket.on('error', reject)
    socket.on('data', (data) => {
      seen += data
      const found = [...seen.matchAll(/"client":"(\d+)"/g)].map(([, client]) => client!)
      if (found.length < bodies.length) return
      socket.destroy()
      resolve(found)
    })
  })
  expect(clients).toEqual(bodies.map((_, index) => String(index)))
})
