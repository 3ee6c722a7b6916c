import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { options, startMs } from '../../../test/store-contract/fixture.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './store.ts'

const beat = {
  version: '1',
  address: '',
  calls: 0,
  acknowledgedEpoch: 0,
  secrets: [],
  demand: 0,
  at: startMs,
}
const lease = { name: 'register:north', forMs: 60_000, at: startMs }

let url: string
let one: Store
let two: Store
beforeEach(async () => {
  url = await freshDatabase()
  const open = (nodeId: string) => openPostgresStore({ ...options, url, nodeId, now: () => startMs })
  one = await open('one')
  two = await open('two')
})
afterEach(async () => {
  await one.close()
  await two.close()
})

const age = (id: string, byMs: number) =>
  ask(url, `UPDATE nodes SET seen_at = seen_at - ${byMs} WHERE id = '${id}'`)

it('node shares: are divided among the nodes with a recent heartbeat, and settle when all have agreed', async () => {
  await one.recordHeartbeat(beat)
  await sleep(2)
  expect(await two.recordHeartbeat(beat)).toEqual({
    epoch: 2,
    members: ['one', 'two'],
    demands: [0, 0],
    isSettled: false,
  })
  await two.recordHeartbeat({ ...beat, acknowledgedEpoch: 2 })
  expect(await one.recordHeartbeat({ ...beat, acknowledgedEpoch: 1 })).toMatchObject({ isSettled: false })
  expect(await one.recordHeartbeat({ ...beat, acknowledgedEpoch: 2 })).toMatchObject({ isSettled: true })

  await age('one', 3_000)
  expect(await two.recordHeartbeat({ ...beat, acknowledgedEpoch: 2 })).toEqual({
    epoch: 3,
    members: ['two'],
    demands: [0],
    isSettled: false,
  })
})

it('node shares: are divided anew when a node wants more, or places no calls any more', async () => {
  await one.recordHeartbeat(beat)
  await sleep(2)
  await two.recordHeartbeat(beat)
  const settle = async (acknowledgedEpoch: number, ...wanted: (number | null)[]) => {
    await one.recordHeartbeat({ ...beat, acknowledgedEpoch, demand: wanted[0]! })
    await two.recordHeartbeat({ ...beat, acknowledgedEpoch, demand: wanted[1]! })
    await ask(url, 'UPDATE share_board SET settled_at = settled_at - 500')
  }
  // Not before all have agreed on what was before.
  expect(await two.recordHeartbeat({ ...beat, demand: 16 })).toMatchObject({ epoch: 2, demands: [0, 0] })
  await settle(2, 0, 0)
  expect(await two.recordHeartbeat({ ...beat, demand: 16 })).toMatchObject({ epoch: 3, demands: [0, 16] })
  expect(await two.recordHeartbeat({ ...beat, demand: 16 })).toMatchObject({ epoch: 3 })
  await settle(3, 0, 16)
  expect(await one.recordHeartbeat({ ...beat, demand: null })).toMatchObject({
    epoch: 4,
    demands: [null, 16],
  })
})

it('node shares: a node that died is shown as lost for a day', async () => {
  await one.recordHeartbeat(beat)
  await two.recordHeartbeat(beat)
  await age('one', 4_000)
  const states = async () => (await two.nodes(0)).map(({ id, state }) => `${id} ${state}`).sort()
  expect(await states()).toEqual(['one lost', 'two live'])
  await age('one', 86_400_000)
  expect(await states()).toEqual(['two live'])
  // The start of a node deletes it.
  await two.leaveNodes(0)
  await two.recordHeartbeat(beat)
  expect(await ask(url, 'SELECT id FROM nodes')).toEqual([{ id: 'two' }])
})

it('node shares: nodes of versions without shares are not counted', async () => {
  await ask(
    url,
    `INSERT INTO nodes VALUES ('old', 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`,
  )
  expect(await one.recordHeartbeat(beat)).toMatchObject({ members: ['one'] })
})

it('node leases: one node holds a lease until it expires or is released', async () => {
  expect(await one.takeLease(lease)).toBe(true)
  expect(await two.takeLease(lease)).toBe(false)
  await ask(url, 'UPDATE leases SET ends_at = ends_at - 60001')
  expect(await two.takeLease(lease)).toBe(true)
  expect(await one.takeLease(lease)).toBe(false)
  await two.leaveNodes(startMs)
  expect(await one.takeLease(lease)).toBe(true)
})

it('short calls: none is granted twice to nodes that ask at the same moment', async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : two).takeShortCalls({ trunk: 'north', hour: 1, count: 7, perHour: 50 }),
    ),
  )
  expect(taken.reduce((sum, count) => sum + count)).toBe(50)
})

it('heartbeat: a node that hangs inside its heartbeat does not block those of other nodes', async () => {
  const client = new (await import('pg')).default.Client({ connectionString: url })
  await client.connect()
  client.on('error', () => {})
  await client.query('BEGIN')
  await client.query("SELECT set_config('idle_in_transaction_session_timeout', '1000', true)")
  await client.query('SELECT 1 FROM share_board WHERE id = 1 FOR UPDATE')
  let beats = 0
  for (const until = performance.now() + 60_000; beats === 0; ) {
    expect(performance.now()).toBeLessThan(until)
    await one.recordHeartbeat(beat).then(
      () => {
        beats += 1
      },
      () => {},
    )
  }
  await client.end().catch(() => {})
})
