// Four nodes and one trunk: calls that all come to one node get what the idle ones lend it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { defaultTrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { makeCluster } from '../../server/test/postgres/cluster.ts'
import { mostWithin, startCountingCarrier } from './counting-carrier.ts'
import { furnishFleet, type Node, startNode } from './fleet.ts'

const patienceMs = 300_000
const callsPerSecond = 10
const askedPerSecond = 6
const calls = 60

const root = mkdtempSync(join(tmpdir(), 'ringkey-lent-'))
const ends: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const end of ends.reverse()) await end()
}, patienceMs)

it('trunk shares: one of four nodes places more than its part, and all together never more than the limit', {
  timeout: patienceMs,
}, async () => {
  const cluster = await makeCluster()
  ends.push(() => cluster.remove())
  await cluster.start()
  const url = await cluster.createDatabase('ringkey')
  const carrier = await startCountingCarrier()
  ends.push(() => carrier.close())
  const { store, authorization } = await furnishFleet(url)
  ends.push(() => store.close())
  const settings = {
    ...defaultTrunkSettings,
    callsPerSecond,
    callsAtOnce: 1_000,
    host: '127.0.0.1',
    port: carrier.port,
    optionsSeconds: 0,
    flashRingMs: 600,
  }
  await store.saveTrunk({ name: 'north', demo: false, settings, sealedPassword: null, updatedAt: 1 })
  await store.addCallerRange({ first: '74951230000', last: '74951239999', trunk: 'north' })
  const nodes = await Promise.all(
    [1, 2, 3, 4].map((place) => startNode(url, join(root, `node-${place}`), 'trunks')),
  )
  ends.push(() => Promise.all(nodes.map((node) => node.kill())))

  let drawn = 0
  const call = async (node: Node) => {
    const answer = await fetch(`${node.baseUrl}/v1.0/initCall`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone: `7916${1_000_000 + ++drawn}` }),
    })
    return answer.status
  }
  /** As many, one after the other at a steady pace, to one node after the other. */
  const send = async (count: number, perSecond: number, to: readonly Node[]) => {
    const asked: Promise<number>[] = []
    for (let number = 0; number < count; number++) {
      asked.push(call(to[number % to.length]!))
      await sleep(1_000 / perSecond)
    }
    return Promise.all(asked)
  }
  const [busy] = nodes
  // An equal part is 2.5: the others lend when they see that it is not enough.
  await expect
    .poll(() => send(askedPerSecond, askedPerSecond, [busy!]), { timeout: 60_000, interval: 0 })
    .not.toContain(503)
  expect(new Set(await send(calls, askedPerSecond, [busy!]))).toEqual(new Set([200]))

  const crowd = await send(120, 40, nodes)
  expect(crowd).toContain(503)
  // A datagram may be late on a busy machine, as test/nodes/trunk-limits.test.ts says.
  expect(mostWithin(carrier.callsTo('7916'), 500)).toBeLessThanOrEqual(callsPerSecond)
})
