// kill -9 while the owner's gateway has the code of a step: the message goes out once, the money moves once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillFromFirstRun } from '../../server/test/demo-folder.ts'
import { type Receiver, startReceiver } from '../../server/test/receiver.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { eventually } from '../../server/test/service.ts'
import { addAccount, addKeyedService } from '../../server/test/store-contract/fixture.ts'
import { callsInLedger } from './calls-in-ledger.ts'
import { openStore, placedCalls, type ServiceChild, startChild } from './service-child.ts'

const settings = {
  RINGKEY_DEMO: 'on',
  RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
  RINGKEY_NUMBER_LIMIT: '1s',
}
/** A lost step ends at its deadline, a minute after its start. */
const pastDeadlineMs = 61_000
const httpUnits = 3_000
const code = '4711'

interface Tenant {
  readonly accountId: number
  readonly id: number
  readonly authorization: string
}

let folder: string
let service: ServiceChild
let gateway: Receiver
let tenants: Tenant[]
/** Phones whose message the gateway has taken and answers at once; it keeps the others waiting. */
const answered = new Set<string>()
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-chaos-gateway-'))
  await fillFromFirstRun(folder, {})
  gateway = await startReceiver((response) => {
    const { phone } = gateway.received.at(-1)!.body.data
    if (answered.has(phone)) response.writeHead(200).end('{}')
  })
  const { store } = await openStore(folder)
  tenants = await Promise.all(
    [false, true].map(async (chargesOnApproval) => {
      const tariff = `approval-${chargesOnApproval}`
      const prices = (['flash', 'http'] as const).map((mode) => ({ mode, prefix: '', priceUnits: httpUnits }))
      const charges = { chargesFailed: false, chargesOnApproval }
      await store.changeTariff({ code: tariff, name: tariff, prices, ...charges })
      const terms = { tariff, demo: true, amountUnits: 10 * httpUnits }
      const accountId = await addAccount(store, `${tariff}@example.com`, terms)
      return { accountId, ...(await addKeyedService(store, accountId)) }
    }),
  )
  await store.close()
  for (const { id } of tenants) {
    const typed = `gateway add http ${id} --channel sms --url ${gateway.url} --hands-over`.split(' ')
    expect((await ringkey(folder, typed, { environment: settings })).err).toBe('')
  }
  service = await startChild(folder, settings)
})
afterEach(async () => {
  service.kill('SIGKILL')
  await service.ended
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask({ authorization }: Tenant, path: string, body?: object) {
  const answer = await fetch(`${service.baseUrl}/v2/verifications${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
  return (await answer.json()) as any
}

it('[X-7] a service that is killed while a gateway has the code sends it once, settles the step once and goes on', async () => {
  const made = tenants.flatMap((tenant, nth) =>
    [false, true].map((isAnswered) => ({
      tenant,
      isAnswered,
      phone: `+791900000${nth}${Number(isAnswered)}`,
    })),
  )
  const steps = [{ mode: 'http', channel: 'sms' }, { mode: 'flash' }]
  const lost = await Promise.all(
    made.map(async (each) => {
      if (each.isAnswered) answered.add(each.phone)
      const { id, steps: shown } = await ask(each.tenant, '', { phone: each.phone, code, steps })
      // Shows that the client knows of it. Otherwise the crash would cancel it (`not_acknowledged`).
      await ask(each.tenant, `/${id}/check`, { code: '9999' })
      return { ...each, id: id as string, vendorId: shown[0].vendor_id as number }
    }),
  )
  await eventually(
    async () => gateway.received.length,
    (count) => count === made.length,
  )
  service.kill('SIGKILL')
  expect(await service.ended).toBe('SIGKILL')
  const { store: left } = await openStore(folder)
  await left.moveDeadlines({ byMs: -pastDeadlineMs })
  await left.close()
  service = await startChild(folder, settings)

  for (const { tenant, id, isAnswered } of lost) {
    const shown = await eventually(
      () => ask(tenant, `/${id}`),
      ({ steps }) => steps[0].status !== 'started' && steps[1].status !== 'planned',
    )
    // An answer may have been stored before the kill, or not.
    if (!isAnswered) expect(shown.steps[0].status).toBe('undelivered')
    // The person has the code, whatever became of the answer.
    expect(await ask(tenant, `/${id}/check`, { code })).toMatchObject({ status: 'approved' })
  }
  service.kill('SIGTERM')
  expect(await service.ended).toBe(0)

  const sent = gateway.received.map(({ body }) => body.data.verification)
  expect(sent.sort()).toEqual(lost.map(({ id }) => id).sort())
  const { store } = await openStore(folder)
  expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  const placed = placedCalls(folder)
  expect(new Set(placed).size).toBe(placed.length)
  for (const { tenant, vendorId, isAnswered } of lost) {
    const kinds = (await callsInLedger(store, tenant.accountId)).get(vendorId)?.map(({ kind }) => kind)
    const { state } = (await store.call(vendorId))!
    expect(kinds).toEqual([state === 'completed' ? 'capture' : 'release'])
    if (!isAnswered) expect(state).toBe('failed')
  }
  await store.close()
}, 120_000)
