import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'

let heard = 0
let answer = 200
const elsewhere = createServer((_, response) => {
  heard += 1
  response.writeHead(answer).end()
})
let service: TestService

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/ping/a-secret-path`
  service = await startTestService({ RINGKEY_HEARTBEAT_URL: url })
})
afterAll(async () => {
  await service.stop()
  elsewhere.close()
})

/** The requests are real: each is waited for before the next minute. */
async function minutes(count: number) {
  const before = heard
  for (let minute = 1; minute <= count; minute++) {
    await service.clock.advance(60_000)
    await expect.poll(() => heard).toBe(before + minute)
  }
}
const logged = () => service.logged.filter((line) => line.includes('heartbeat-failed'))

it('heartbeat: the address is asked every minute while calls are placed, and not while no trunk can be used', async () => {
  await minutes(3)
  const trunks = vi.spyOn(service.telephony, 'healthy').mockReturnValue(false)
  await service.clock.advance(180_000)
  trunks.mockRestore()
  const before = heard
  await minutes(1)
  expect(before).toBe(3)
})

it('heartbeat: an address that refuses is asked again, and logged once, without its path', async () => {
  answer = 500
  await minutes(2)
  await expect.poll(logged).toHaveLength(1)
  expect(logged()[0]).toContain('it answered 500')
  expect(logged()[0]).not.toContain('a-secret-path')
  answer = 200
  await minutes(1)
  answer = 404
  await minutes(1)
  await expect.poll(logged).toHaveLength(2)
})
