// Sign-in by OpenID Connect on the shared store, and by two nodes.
import { afterAll, describe, expect, it } from 'vitest'
import { startBalancer } from '../../test/balancer.ts'
import { freshPhone, noticed, openClient } from '../../test/contract/scene.ts'
import { addClient, approve, begin, exchange, relyingParty, typePhone } from '../../test/oidc-scene.ts'
import { freshDatabase } from '../../test/postgres/run-cluster.ts'
import { eventually, freePort, serveFrom, startTestService } from '../../test/service.ts'

serveFrom(freshDatabase)
afterAll(() => serveFrom(undefined))

describe('the flow', async () => {
  await import('./flow.service.test.ts')
})
describe('the sign-in page', async () => {
  await import('./sign-in.service.test.ts')
})

it('two nodes: every request of one flow is served by another node than the one before', async () => {
  const ports = [await freePort(), await freePort()] as const
  const served = [0, 0]
  let requests = 0
  const balancer = await startBalancer(() => {
    const node = requests++ % 2
    served[node]!++
    return ports[node]!
  })
  const { baseUrl } = balancer
  const settings = {
    RINGKEY_DATABASE_URL: await freshDatabase(),
    RINGKEY_SECRET: 'the nodes of one installation share this secret',
    RINGKEY_PUBLIC_URL: baseUrl,
  }
  const one = await startTestService({ ...settings, RINGKEY_PORT: String(ports[0]) })
  const two = await startTestService({ ...settings, RINGKEY_PORT: String(ports[1]) })
  const shop = await openClient(one)
  const client = await addClient(one, shop.id, {}, settings.RINGKEY_SECRET)
  await noticed(two)
  const config = await relyingParty(baseUrl, client)
  const flow = await begin(baseUrl, config)
  const phone = freshPhone()
  expect((await typePhone(flow, `+${phone}`)).status).toBe(303)
  const placed = () => [...one.telephony.placed, ...two.telephony.placed]
  const [call] = await eventually(
    async () => placed(),
    (calls) => calls.length > 0,
  )
  await approve(one, flow, call!.code)
  const { at } = await flow.browser.follow(baseUrl, flow.at)
  expect((await exchange(flow, at)).claims()).toMatchObject({ aud: client.id, amr: ['tel'] })
  expect(placed()).toHaveLength(1)
  expect(Math.min(...served)).toBeGreaterThan(3)
  balancer.close()
  await Promise.all([one.stop(), two.stop()])
})
