// Sign-in by OpenID Connect on the shared store, and by two nodes.
import { createServer, request } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { freshPhone, noticed, openClient } from '../../test/contract/scene.ts'
import { addClient, begin, exchange, relyingParty, tokenIn, typePhone } from '../../test/oidc-scene.ts'
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
  const [door, ...ports] = [await freePort(), await freePort(), await freePort()]
  const settings = {
    RINGKEY_DATABASE_URL: await freshDatabase(),
    RINGKEY_SECRET: 'the nodes of one installation share this secret',
    RINGKEY_PUBLIC_URL: `http://127.0.0.1:${door}`,
  }
  const [one, two] = [
    await startTestService({ ...settings, RINGKEY_PORT: String(ports[0]) }),
    await startTestService({ ...settings, RINGKEY_PORT: String(ports[1]) }),
  ]
  const served = [0, 0]
  let requests = 0
  const balancer = createServer((incoming, response) => {
    const node = requests++ % 2
    served[node]!++
    const { method, url: path, headers } = incoming
    const passed = request({ host: '127.0.0.1', port: ports[node], method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(response)
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => balancer.listen(door, '127.0.0.1', resolve))
  const shop = await openClient(one)
  const client = await addClient(one, shop.id, {}, settings.RINGKEY_SECRET)
  await noticed(two)
  const config = await relyingParty(one.baseUrl, client)
  const flow = await begin(one.baseUrl, config)
  const phone = freshPhone()
  expect((await typePhone(flow, `+${phone}`)).status).toBe(303)
  const placed = () => [...one.telephony.placed, ...two.telephony.placed]
  const [call] = await eventually(
    async () => placed(),
    (calls) => calls.length > 0,
  )
  const token = tokenIn((await flow.browser.go(flow.at)).text)
  await one.raw(`/v2/verifications/vf_${token.slice(3, 35)}/check`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: call!.code }),
  })
  const { at } = await flow.browser.follow(one.baseUrl, flow.at)
  expect((await exchange(flow, at)).claims()).toMatchObject({ aud: client.id, amr: ['tel'] })
  expect(placed()).toHaveLength(1)
  expect(Math.min(...served)).toBeGreaterThan(3)
  balancer.close()
  await Promise.all([one.stop(), two.stop()])
})
