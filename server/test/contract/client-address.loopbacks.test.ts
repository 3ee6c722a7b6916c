// Which address counts as the client's, and what an operator or owner refuses by it.
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { noticed, openClient } from './scene.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:30/s', RINGKEY_TRUST_PROXY: '127.0.0.2' })
})
afterAll(() => service.stop())
beforeEach(() => service.clock.advance(2_000))

it('[D1-15] the limit per address counts the TCP peer and ignores X-Forwarded-For of an untrusted sender', async () => {
  const limited = await remainingFrom('127.0.0.1', { 'X-Forwarded-For': '198.51.100.1' })
  expect(limited).toBe(29)
  expect(await remainingFrom('127.0.0.1', { 'X-Forwarded-For': '198.51.100.2' })).toBe(28)
  expect(await remainingFrom('127.0.0.3', {})).toBe(29)
})

it('[D1-16] the limit per address follows X-Forwarded-For of a trusted proxy, up to the last untrusted address', async () => {
  const proxied = (forwarded: string) => remainingFrom('127.0.0.2', { 'X-Forwarded-For': forwarded })
  expect(await proxied('198.51.100.1')).toBe(29)
  expect(await proxied('198.51.100.2')).toBe(29)
  expect(await proxied('10.0.0.1, 198.51.100.1')).toBe(28)
  expect(await proxied('198.51.100.1, 127.0.0.2')).toBe(27)
  expect(await proxied('not an address')).toBe(29)
  expect(await remainingFrom('127.0.0.2', {})).toBe(28)
})

it('[D3-14] only addresses on the allow list of a service may use its key', async () => {
  const client = await openClient(service, { allowedAddresses: ['127.0.0.3', '198.51.100.0/24'] })
  const headers = { Authorization: client.bearer }
  const codeFrom = async (address: string, more: Record<string, string> = {}) =>
    (await callFrom(address, { ...headers, ...more })).body.code
  expect(await codeFrom('127.0.0.3')).toBeUndefined()
  expect(await codeFrom('127.0.0.1')).toBe(1003)
  expect(await codeFrom('127.0.0.2', { 'X-Forwarded-For': '198.51.100.77' })).toBeUndefined()
  expect(await codeFrom('127.0.0.1', { 'X-Forwarded-For': '198.51.100.77' })).toBe(1003)
})

it('[D2-11] an address that the operator blocked gets error 0', async () => {
  await changed(service.store, 'blockAddress', {
    address: '127.0.0.7',
    note: 'abuse',
    at: service.clock.now(),
  })
  await noticed(service)
  const { bearer } = await openClient(service)
  const answerTo = async (address: string) => {
    const { body, status } = await callFrom(address, { Authorization: bearer })
    return [body.code, status]
  }
  expect(await answerTo('127.0.0.7')).toEqual([0, 403])
  expect(await answerTo('127.0.0.8')).toEqual([undefined, 200])
  await changed(service.store, 'unblockAddress', '127.0.0.7')
  await noticed(service)
  expect(await answerTo('127.0.0.7')).toEqual([undefined, 200])
})

const remainingFrom = async (localAddress: string, headers: Record<string, string>) => {
  const answer = await callFrom(localAddress, headers)
  return Number(answer.headers['x-rate-limit-remaining'])
}

function callFrom(localAddress: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(service.baseUrl)
  const options = { hostname, port, path: '/v1.0/getBalance', localAddress, headers }
  return new Promise<{
    headers: Record<string, unknown>
    body: { code?: number }
    status: number | undefined
  }>((resolve, reject) => {
    const sent = request(options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ headers: response.headers, body: JSON.parse(text), status: response.statusCode })
    })
    sent.on('error', reject).end()
  })
}
