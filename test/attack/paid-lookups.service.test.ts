// Somebody else pays for look-ups: the service that is asked, when the account cannot pay.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  balanceOf,
  type Client,
  errorOf,
  freshPhone,
  noticed,
  openClient,
} from '../../server/test/contract/scene.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { changed, isClean } from '../../server/test/store-contract/fixture.ts'
import { inGroups } from './in-groups.ts'

const refusals = process.env.RINGKEY_TEST_LONG === '1' ? 5_000 : 50

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
let questions = 0
let provider: Server
let service: TestService
let client: Client
beforeAll(async () => {
  provider = createServer((_, response) => {
    questions += 1
    response.setHeader('Content-Type', 'application/json').end('{"operator": "МТС"}')
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const file = join(folder, 'lookup.json')
  writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${port}/{phone}` }))
  service = await startTestService({ RINGKEY_LOOKUP_FILE: file })
})
afterAll(async () => {
  await service.stop()
  provider.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  questions = 0
  client = await openClient(service)
})

const check = (of: Client = client) => of.post('checkPhone', { phone: freshPhone() })
const kindsOf = async ({ accountId }: Client) =>
  (await service.store.ledger({ accountId, afterEntry: 0, limit: 10 })).map(({ kind }) => kind)

it('[D6-60] checkPhone: holds the price before the look-up service is asked and charges it with the answer', async () => {
  expect((await check()).body).toMatchObject({ cost: 0.04, balance: 99.96 })
  expect(questions).toBe(1)
  await eventually(
    () => kindsOf(client),
    (kinds) => kinds.length === 2,
  )
  expect(await kindsOf(client)).toEqual(['top-up', 'capture'])
  expect(await balanceOf(client)).toBe(99.96)
  expect(await isClean(service.store)).toBe(true)
})

it('[D6-61] checkPhone: asks the look-up service nothing for an account without money', async () => {
  const poor = await openClient(service, {}, { roubles: 0.0399 })
  const answers = await inGroups(refusals, () => check(poor))
  expect(new Set(answers.map((answer) => errorOf(answer).join()))).toEqual(new Set(['1002,402']))
  expect(questions).toBe(0)
})

it('[D6-62] checkPhone: asks the look-up service nothing past a spend cap', async () => {
  await changed(service.store, 'changeSpendCap', {
    scope: `account:${client.accountId}`,
    perHourUnits: 400,
    perDayUnits: 0,
  })
  await noticed(service)
  expect((await check()).status).toBe(200)
  expect(errorOf(await check())).toEqual([1002, 402])
  expect(questions).toBe(1)
})

it('[D6-66] checkPhone: a repeated unique is asked and charged once, for one phone, and an error takes no key', async () => {
  const phone = freshPhone()
  const ask = (parameters: object) => client.post('checkPhone', { unique: 'look', ...parameters })
  expect((await ask({ phone: '12' })).body.error).toEqual(expect.any(String))
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ phone })))
  for (const { body } of answers) expect(body).toMatchObject({ cost: 0.04, balance: 99.96 })
  expect(questions).toBe(1)
  expect(await balanceOf(client)).toBe(99.96)
  expect(errorOf(await ask({ phone: freshPhone() }))).toEqual([2, 409])
  const other = await openClient(service)
  expect((await other.post('checkPhone', { phone: freshPhone(), unique: 'look' })).status).toBe(200)
  const poor = await openClient(service, {}, { roubles: 0 })
  const unpaid = () => poor.post('checkPhone', { phone, unique: 'look' })
  expect(errorOf(await unpaid())).toEqual([1002, 402])
  await service.store.topUp({
    accountId: poor.accountId,
    amountUnits: 400,
    note: '',
    at: service.clock.now(),
  })
  expect((await unpaid()).body).toMatchObject({ cost: 0.04, balance: 0 })
})
