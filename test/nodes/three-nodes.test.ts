import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, type Cluster, makeCluster } from '../../server/test/postgres/cluster.ts'
import { callPriceUnits, callSurely, furnishFleet, type Node, spread, startNode } from './fleet.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'
/** Every key is used twice, at two nodes. */
const calls = long ? 5_000 : 600
const keys = calls / 2
const atOnce = 64
const frozenMs = long ? 10_000 : 4_000
const settledWithinMs = 180_000
const patienceMs = 240_000

let root: string
let cluster: Cluster
let nodes: Node[] = []
let house: Awaited<ReturnType<typeof furnishFleet>>
let url: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ringkey-nodes-'))
  cluster = await makeCluster()
  await cluster.start()
  url = await cluster.createDatabase('ringkey')
  house = await furnishFleet(url)
  nodes = await Promise.all([1, 2, 3].map((n) => startNode(url, join(root, `node-${n}`))))
}, patienceMs)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await house?.store.close()
  await cluster?.remove()
  rmSync(root, { recursive: true, force: true })
}, patienceMs)

const rowsOf = (text: string) => ask(url, text)

it(
  'three nodes: lose nothing and charge nothing twice while a node is killed and the database restarts and freezes',
  async () => {
    const answered = new Map<string, Set<number>>()
    let done = 0
    const load = spread(calls, atOnce, async (job) => {
      const key = job % keys
      const call = { phone: `7916${1_000_000 + key}`, unique: `key-${key}` }
      const { vendorId } = await callSurely(nodes, job + (job >= keys ? 1 : 0), house.authorization, call)
      answered.set(call.unique, (answered.get(call.unique) ?? new Set()).add(vendorId))
      done += 1
    })
    const reached = async (share: number) => {
      while (done < calls * share) await sleep(20)
    }
    // The test ends at once when the load fails.
    const after = (share: number) => Promise.race([reached(share), load])
    await after(0.1)
    await nodes[2]!.kill()
    await after(0.3)
    await cluster.stop()
    await cluster.start()
    await after(0.6)
    cluster.freeze()
    await sleep(frozenMs)
    cluster.thaw()
    await load

    // Nothing acknowledged is lost: every answer is in the database, and all answers of a key name one call.
    const stored = new Map(
      (await rowsOf('SELECT vendor_id, unique_key FROM calls')).map((row) => [
        Number(row.vendor_id),
        String(row.unique_key),
      ]),
    )
    expect(answered.size).toBe(keys)
    for (const [unique, vendorIds] of answered) {
      expect([unique, [...vendorIds].length]).toEqual([unique, 1])
      for (const vendorId of vendorIds) expect(stored.get(vendorId)).toBe(unique)
    }

    // Every call ends within its minute, on whichever node it was placed.
    const open = () => rowsOf('SELECT count(*)::int AS n FROM calls WHERE state = -1')
    for (const until = performance.now() + settledWithinMs; (await open())[0]!.n !== 0; await sleep(250)) {
      expect(performance.now()).toBeLessThan(until)
    }

    // Nothing is charged twice, and the books balance.
    const charged = await rowsOf(
      'SELECT unique_key, count(*) FROM calls WHERE cost_units > 0 GROUP BY unique_key HAVING count(*) > 1',
    )
    expect(charged).toEqual([])
    const [paid] = await rowsOf('SELECT count(*)::int AS n FROM calls WHERE state = 1')
    const account = await house.store.account(house.accountId)
    expect(account).toMatchObject({ heldUnits: 0, balanceUnits: 1e12 - Number(paid!.n) * callPriceUnits })
    expect(await house.store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  },
  patienceMs,
)
