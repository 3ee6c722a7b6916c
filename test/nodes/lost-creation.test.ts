// The answer to the COMMIT of a creation of /v2 is lost, its node answers 503 and ends: another node calls nobody.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, type Cluster, makeCluster } from '../../server/test/postgres/cluster.ts'
import { type Cutter, startCutter } from '../../server/test/postgres/cutter.ts'
import { furnishFleet, type Node, startNode } from './fleet.ts'

const patienceMs = 120_000

let root: string
let cluster: Cluster
let url: string
let house: Awaited<ReturnType<typeof furnishFleet>>
let cutter: Cutter
let other: Node
const nodes: Node[] = []
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'ringkey-nodes-'))
  cluster = await makeCluster()
  await cluster.start()
  url = await cluster.createDatabase('ringkey')
  house = await furnishFleet(url)
  cutter = await startCutter(url)
  other = await start('other', url)
}, patienceMs)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()))
  await cutter?.stop()
  await house?.store.close()
  await cluster?.remove()
  rmSync(root, { recursive: true, force: true })
}, patienceMs)

async function start(name: string, database: string): Promise<Node> {
  const node = await startNode(database, join(root, name))
  nodes.push(node)
  return node
}

async function create(node: Node, phone: string): Promise<Response> {
  const response = await fetch(`${node.baseUrl}/v2/verifications`, {
    method: 'POST',
    headers: {
      Authorization: house.authorization,
      'Content-Type': 'application/json',
      'Idempotency-Key': phone,
    },
    body: JSON.stringify({ phone, steps: [{ mode: 'flash' }, { mode: 'flash' }] }),
  })
  await response.arrayBuffer()
  return response
}

const newest = async () => {
  const [row] = await ask(url, 'SELECT id FROM verifications ORDER BY id DESC LIMIT 1')
  return (await house.store.verification(String(row!.id)))!
}

/** Moves the call and its call back in time, past the deadline of the call. */
async function letDeadlinePass(): Promise<void> {
  const { id, steps } = await newest()
  const agoMs = 60_000
  const earlier = steps.map((step) =>
    step.vendorId === null
      ? step
      : { ...step, startedAt: step.startedAt! - agoMs, deadlineAt: step.deadlineAt! - agoMs },
  )
  await ask(
    url,
    `UPDATE calls SET started_at = started_at - ${agoMs}, deadline_at = deadline_at - ${agoMs}
     WHERE vendor_id = ${steps[0]!.vendorId};
     UPDATE verifications SET steps = '${JSON.stringify(earlier)}' WHERE id = '${id}';
     UPDATE verification_wakes SET wake_at = 0 WHERE verification_id = '${id}'`,
  )
}

it.each([
  { phone: '79161000001', how: 'is stopped', end: (node: Node) => node.stop(), isRepeated: false },
  { phone: '79161000002', how: 'is killed', end: (node: Node) => node.kill(), isRepeated: false },
  { phone: '79161000003', how: 'is killed', end: (node: Node) => node.kill(), isRepeated: true },
])(
  'a node that answered 503 to a stored creation $how: a further step starts only when its key was repeated ($isRepeated)',
  async ({ phone, end, isRepeated }) => {
    const node = await start(phone, cutter.url)
    // Sent in one piece with the COMMIT.
    const swallowed = cutter.swallowAfter('INSERT INTO calls (')
    const [{ status }] = await Promise.all([create(node, phone), swallowed])
    expect(status).toBe(503)
    await end(node)
    cutter.mend()
    const stored = await newest()
    expect(stored).toMatchObject({ status: 'pending', steps: [{ status: 'started' }, { status: 'planned' }] })
    if (isRepeated) {
      const repeated = await create(other, phone)
      expect([repeated.status, repeated.headers.get('location')]).toEqual([
        201,
        `/v2/verifications/${stored.id}`,
      ])
    }
    await letDeadlinePass()
    let seen = await newest()
    for (let look = 0; look < 200 && seen.steps[1]!.status === 'planned'; look++) {
      await sleep(100)
      seen = await newest()
    }
    const calls = await ask(url, `SELECT vendor_id FROM step_calls WHERE verification_id = '${seen.id}'`)
    expect([seen.id, seen.reason, calls.length]).toEqual([
      stored.id,
      isRepeated ? null : 'not_acknowledged',
      isRepeated ? 2 : 1,
    ])
    if (!isRepeated) expect(await house.store.account(house.accountId)).toMatchObject({ heldUnits: 0 })
    expect((await house.store.audit()).wrongHolds).toEqual([])
  },
  patienceMs,
)
