// What a restart finds. Calls of the dead process fail and their money returns; inbound requests live on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placedCalls, type ServiceChild, startChild } from './service-child.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-recovery-'))
let service: ServiceChild
let ids: { call: number; test: number; waiting: number }
beforeAll(async () => {
  service = await startChild(folder)
  const started = await Promise.all([
    ask('initCall', { phone: '79161234567' }),
    ask('initCall', { phone: '79000000001' }),
    ask('inboundCallWaiting', { phone: '79161234567', callback_url: 'http://127.0.0.1:9/' }),
  ])
  const [call, test, waiting] = started.map(({ vendor_id }) => vendor_id)
  ids = { call, test, waiting }
  service.kill('SIGKILL')
  await service.ended
  service = await startChild(folder)
})
afterAll(async () => {
  service.kill('SIGKILL')
  await service.ended
  rmSync(folder, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
async function ask(method: string, parameters: object): Promise<any> {
  const { baseUrl, key, serviceId } = service
  const answer = await fetch(`${baseUrl}/v1.0/${method}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}.${serviceId}` },
    body: JSON.stringify(parameters),
  })
  return await answer.json()
}

it('[D6-45] a restart fails the unresolved calls of the dead process and returns the money', async () => {
  expect(await ask('getInfo', { uid: ids.call })).toMatchObject({ call_status: 0, cost: 0, balance: 100 })
})

it('[D6-46] a restart keeps inbound requests, with their held price, until their lifetime ends', async () => {
  expect(await ask('getInfo', { uid: ids.waiting })).toMatchObject({ call_status: -1, cost: 0.8 })
  expect((await ask('getBalance', {})).rub_balance).toBe(99.2)
})

it('[D6-47] a restart dials nobody again', async () => {
  expect(placedCalls(folder)).toEqual([ids.call])
})

it('[D6-48] a call to the test number that always succeeds completes after a restart', async () => {
  expect(await ask('getInfo', { uid: ids.test })).toMatchObject({ call_status: 1, cost: 0 })
})
