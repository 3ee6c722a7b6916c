// docs/integrate/top-up/stripe.mjs, run as it stands: a link of the cabinet, a payment, its webhook, the ledger.
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitAs } from '../../../server/test/cabinet-member.ts'
import { noticed, openClient } from '../../../server/test/contract/scene.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { eventually, freePort, startTestService, type TestService } from '../../../server/test/service.ts'
import { toolFolders } from '../tools/install.ts'
import { begin, patienceMs } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-top-up-'))
const { default: Stripe } = (await import(
  createRequire(join(toolFolders.identity, 'package.json')).resolve('stripe')
)) as {
  default: { webhooks: { generateTestHeaderString(signed: { payload: string; secret: string }): string } }
}

let service: TestService
let program: ReturnType<typeof begin>
let pay: string
/** What was asked of Stripe, as it came. */
const asked: { readonly body: URLSearchParams; readonly key: unknown }[] = []
const stripeApi = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  asked.push({ body: new URLSearchParams(body), key: request.headers['idempotency-key'] })
  const session = { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.example/cs_1' }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(session))
})
const webhookSecret = 'whsec_of_this_test'
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })

beforeAll(async () => {
  const [adminPort, port] = [await freePort(), await freePort()]
  // A link has the time of the service, and the program the time of the machine.
  service = await startTestService(
    { RINGKEY_ADMIN_PORT: String(adminPort) },
    { clock: new ManualClock(Date.now()) },
  )
  pay = `http://127.0.0.1:${port}/`
  await run('installation', 'set', 'top-up-url', `${pay}?shop=1`)
  await noticed(service)
  const { json: made } = await run('installation', 'top-up-secret', '--json')
  const { json: token } = await run('admin-token', 'add', 'top-up', '--scopes', 'money', '--json')
  await new Promise<void>((resolve) => stripeApi.listen(0, '127.0.0.1', resolve))
  symlinkSync(join(toolFolders.identity, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(
    join(import.meta.dirname, '../../../docs/integrate/top-up/stripe.mjs'),
    join(folder, 'stripe.mjs'),
  )
  program = begin(process.execPath, [join(folder, 'stripe.mjs')], {
    PORT: String(port),
    TOP_UP_SECRET: made.secret,
    ADMIN_URL: `http://127.0.0.1:${adminPort}/admin/v1`,
    ADMIN_TOKEN: token.token,
    STRIPE_KEY: 'sk_test_1',
    WEBHOOK_SECRET: webhookSecret,
    STRIPE_HOST: '127.0.0.1',
    STRIPE_PORT: String((stripeApi.address() as AddressInfo).port),
  })
  await eventually(
    async () => {
      await service.clock.advance(500)
      return program.heard.text
    },
    (text) => text.includes('listens'),
    patienceMs,
  )
}, 60_000)
afterAll(async () => {
  program.stop()
  stripeApi.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('top-up: a link of the cabinet is paid at Stripe, and its webhook, sent twice, is once in the ledger', async () => {
  const client = await openClient(service, {}, { roubles: 0, demo: false })
  const owner = await visitAs(service, client.accountId, 'owner')
  expect((await owner.read('/money')).body.hasTopUp).toBe(true)
  const { url } = (await owner.write('/money/top-up', { amount: '500' })).body
  const opened = await fetch(url, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, 'https://checkout.example/cs_1'])
  const id = new URL(url).searchParams.get('id')
  const [{ body, key }] = asked as [(typeof asked)[number]]
  expect(key).toBe(id)
  expect(Object.fromEntries(body)).toMatchObject({
    'metadata[id]': id,
    'metadata[account]': String(client.accountId),
    'line_items[0][price_data][unit_amount]': '50000',
    'line_items[0][price_data][currency]': 'RUB',
  })

  const metadata = { id, account: body.get('metadata[account]'), amount: body.get('metadata[amount]') }
  const send = (payment_status: string, secret = webhookSecret) => {
    const object = { object: 'checkout.session', payment_status, payment_intent: 'pi_1', metadata }
    const payload = JSON.stringify({ object: 'event', type: 'checkout.session.completed', data: { object } })
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    return fetch(`${pay}webhook`, { method: 'POST', headers: { 'Stripe-Signature': header }, body: payload })
  }
  const units = async () => (await service.store.account(client.accountId))!.balanceUnits
  expect([(await send('unpaid')).status, await units()]).toEqual([200, 0])
  expect([(await send('paid', 'whsec_of_a_stranger')).status, await units()]).toEqual([400, 0])
  expect([(await send('paid')).status, (await send('paid')).status]).toEqual([200, 200])
  expect(await units()).toBe(500 * 10_000)
  const entries = await service.store.ledger({ accountId: client.accountId, afterEntry: 0, limit: 10 })
  expect(entries.filter(({ kind }) => kind === 'top-up').map(({ note }) => note)).toEqual(['Stripe pi_1'])
})

it('top-up: a link that was changed, or whose hour is over, is refused', async () => {
  const client = await openClient(service, {}, { roubles: 0, demo: false })
  const owner = await visitAs(service, client.accountId, 'owner')
  const { url } = (await owner.write('/money/top-up', { amount: '500.00' })).body
  const statusOf = async (change: (query: URLSearchParams) => void) => {
    const changed = new URL(url)
    change(changed.searchParams)
    return (await fetch(changed, { redirect: 'manual' })).status
  }
  expect(await statusOf((query) => query.set('amount', '1.00'))).toBe(403)
  expect(await statusOf((query) => query.set('account', '1'))).toBe(403)
  expect(await statusOf((query) => query.delete('signature'))).toBe(403)
  expect(await statusOf((query) => query.set('expires', '1'))).toBe(403)
  expect(await statusOf(() => {})).toBe(303)
})
