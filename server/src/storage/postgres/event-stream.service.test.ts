import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { contractNode } from '../../../test/postgres/store-under-test.ts'
import { pageOf } from '../../../test/store-contract/events.ts'
import {
  admitted,
  callTo,
  checked,
  ended,
  type Furnished,
  furnish,
  hashOf,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { create } from '../../../test/store-contract/verifications.ts'
import type { KeptEvent, StreamPlace } from '../queries/event-stream.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './store.ts'

const whoWaits =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
const at = startMs + 30_000

let url: string
let its: Furnished
let other: Store
let foreign: pg.Client
beforeEach(async () => {
  url = await freshDatabase()
  const open = (nodeId: string) => openPostgresStore({ ...options, ...contractNode, url, nodeId })
  its = await furnish({ open: () => open('one') }, 4_000_000)
  other = await open('two')
  foreign = await connected()
})
afterEach(async () => {
  await foreign.end()
  await its.store.close()
  await other.close()
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const step = (after: StreamPlace, store = its.store) =>
  store.readEvents({ serviceId: its.serviceId, after, limit: 100, at })

/** Everything after a place, by a node. */
async function readAll(from: number, store: Store): Promise<KeptEvent[]> {
  const events: KeptEvent[] = []
  for (;;) {
    const { events: more } = await pageOf({ ...its, store }, events.at(-1)?.position ?? from, at, 100)
    if (more.length === 0) return events
    events.push(...more)
  }
}
const typesOf = (events: readonly KeptEvent[]) => events.map(({ type }) => type)

const endStep = (store: Store, id: string, vendorId: number) =>
  store.settleStep({ ...ended(its, vendorId, true), verificationId: id })

/** Each reads the endpoints of the service, and then has to wait for a table. */
const changes: readonly {
  readonly what: string
  readonly table: string
  readonly event: string
  prepare(): Promise<() => Promise<unknown>>
}[] = [
  {
    what: 'a verification begins',
    table: 'step_calls',
    event: 'verification.step_started',
    prepare: async () => () => create(its),
  },
  {
    what: 'a code is right',
    table: 'conversion_queue',
    event: 'verification.approved',
    async prepare() {
      const { id, vendorId } = await create(its)
      await endStep(its.store, id, vendorId)
      return () => checked(its, { id, codeHash: hashOf('1234'), at: startMs + 6_000 })
    },
  },
  {
    what: 'a step ends',
    table: 'undigested',
    event: 'verification.step_delivered',
    async prepare() {
      const { id, vendorId } = await create(its)
      return () => endStep(its.store, id, vendorId)
    },
  },
  {
    what: 'a call of /v1.0 ends',
    table: 'undigested',
    event: 'call.ended',
    async prepare() {
      const call = await admitted(its.store, callTo('79161234567', its))
      return () => its.store.settle(ended(its, call, true))
    },
  },
]

it.each(changes)(
  'the first reader of events, while $what: waits for what began before its stream, and reads it once',
  async ({ table, event, prepare }) => {
    const change = await prepare()
    await foreign.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`)
    const under = change()
    await expect.poll(async () => (await ask(url, whoWaits))[0]!.n, { interval: 20 }).toBe(1)
    expect(await step(0)).toEqual({ kind: 'preparing', isBlocked: false, after: 0 })
    for (const [after, store] of [
      [0, its.store],
      [0, other],
      ['now', other],
    ] as const)
      expect(await step(after, store)).toEqual({ kind: 'preparing', isBlocked: true, after })
    await foreign.query('COMMIT')
    await under
    const events = typesOf(await readAll(0, other))
    expect(events.filter((type) => type === event)).toHaveLength(1)
  },
)

it('the first reader of events waits for no transaction that only reads, such as a backup, or that began later', async () => {
  await create(its)
  const [writer, later] = await Promise.all([connected(), connected()])
  await foreign.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await foreign.query('SELECT count(*) FROM event_endpoints')
  await writer.query('BEGIN; SELECT pg_current_xact_id()')
  await step(0)
  expect(await step(0)).toMatchObject({ isBlocked: true })
  await later.query('BEGIN; SELECT pg_current_xact_id()')
  await writer.query('COMMIT')
  expect(typesOf(await readAll(0, its.store))).toEqual(['verification.step_started'])
  await Promise.all([writer.end(), later.end()])
})

/** As many under way at a time as a busy service has. */
async function busily<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  const queue = Array(count).keys()
  const workers = Array.from({ length: 20 }, async () => {
    for (const number of queue) results[number] = await work(number)
  })
  await Promise.all(workers)
  return results
}

it('a burst of approvals and ends of calls while the first readers arrive: each event is read exactly once', async () => {
  const count = 120
  const nodes = [its.store, other]
  const phoneOf = (number: number) => `7916${1_000_000 + number}`
  const made = await busily(count, (number) => create(its, { phone: phoneOf(number) }))
  await busily(count, (number) => endStep(its.store, made[number]!.id, made[number]!.vendorId))
  const calls = await busily(count, (number) => admitted(its.store, callTo(phoneOf(500 + number), its)))
  let done = 0
  const burst = busily(count, async (number) => {
    const node = nodes[number % 2]!
    const { id } = made[number]!
    await checked({ ...its, store: node }, { id, codeHash: hashOf('1234'), at: startMs + 6_000 })
    await node.settle(ended(its, calls[number]!, true))
    done += 1
  })
  await expect.poll(() => done, { interval: 1 }).toBeGreaterThan(count / 4)
  expect(done, 'they arrive while it goes on').toBeLessThan(count)
  const early = await Promise.all(nodes.map((node) => readAll(0, node)))
  await burst
  for (const [index, node] of nodes.entries()) {
    const last = early[index]!.at(-1)?.position ?? 0
    const events = [...early[index]!, ...(await readAll(last, node))]
    const about = (type: string) =>
      events
        .filter((each) => each.type === type)
        .map(({ vendorId, verificationId }) => vendorId ?? verificationId)
        .toSorted()
    expect(about('verification.approved')).toEqual(made.map(({ id }) => id).toSorted())
    expect(about('verification.settled')).toEqual(made.map(({ id }) => id).toSorted())
    expect(about('call.ended')).toEqual(calls.toSorted())
    expect(events).toHaveLength(5 * count)
    expect(events.map(({ position }) => position)).toEqual(events.map((_, place) => place + 1))
  }
})
