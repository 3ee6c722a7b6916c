// Sign-in by OpenID Connect over two nodes, each a process of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchUserInfo } from 'openid-client'
import { expect, it, onTestFinished } from 'vitest'
import { startBalancer } from '../../server/test/balancer.ts'
import { approve, begin, exchange, relyingParty, typePhone } from '../../server/test/oidc-scene.ts'
import { ask } from '../../server/test/postgres/cluster.ts'
import { freshDatabase } from '../../server/test/postgres/run-cluster.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { freePort } from '../../server/test/service.ts'
import { fleetSecret, furnishFleet, startNode } from './fleet.ts'

/** What the stand-in network of a node (serve-node.ts) draws for its first call. */
const firstCode = '0002'

it('sign-in on two nodes: the node that began a flow and placed its call is killed, and the other ends it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ringkey-sign-in-'))
  const url = await freshDatabase()
  const house = await furnishFleet(url)
  const ports = [await freePort(), await freePort()] as const
  let serving: number = ports[0]
  const { baseUrl, close } = await startBalancer(() => serving)
  const environment = { RINGKEY_DATABASE_URL: url, RINGKEY_SECRET: fleetSecret, RINGKEY_PUBLIC_URL: baseUrl }
  const add = ['oidc', 'client', 'add', 'Hats', '--redirect', 'https://app.example/callback', '--json']
  const { json } = await ringkey(root, [...add, '--service', String(house.serviceId)], { environment })
  const [doomed, other] = await Promise.all(
    ports.map((port) =>
      startNode(url, join(root, String(port)), 'stand-in', { ...environment, RINGKEY_PORT: String(port) }),
    ),
  )
  onTestFinished(async () => {
    close()
    await Promise.all([doomed!.kill(), other!.kill()])
    await house.store.close()
    rmSync(root, { recursive: true, force: true })
  })
  const config = await relyingParty(baseUrl, { id: json.client_id, secret: json.client_secret })
  const flow = await begin(baseUrl, config)
  // A phone of the kind that rings until somebody hangs up: the node dies with the call under way.
  expect((await typePhone(flow, '+79171234567')).status).toBe(303)
  await doomed!.kill()
  serving = ports[1]
  await approve({ baseUrl }, flow, firstCode)
  const { at } = await flow.browser.follow(baseUrl, flow.at)
  const tokens = await exchange(flow, at)
  expect(await fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub)).toMatchObject({
    phone_number: '+79171234567',
  })
  expect(await ask(url, 'SELECT count(*)::int AS n FROM calls')).toEqual([{ n: 1 }])
})
