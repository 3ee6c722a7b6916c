// The primary is lost, a standby takes over, and an address that follows the primary leads the nodes there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPostgresStore } from '../../server/src/storage/postgres/store.ts'
import { ask, makeCluster } from '../../server/test/postgres/cluster.ts'
import { startCutter } from '../../server/test/postgres/cutter.ts'
import { eventually } from '../../server/test/service.ts'
import { furnishFleet, startNode } from './fleet.ts'

const patienceMs = 180_000
const replicated = { wal_level: 'replica', max_wal_senders: '4' }
const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
/** In each part: while the standby follows, while it is away, and after the failover. */
const callsEach = 8

it.each([
  { standby: 'a synchronous standby', outcome: 'no answered call is lost', names: '*', isLost: false },
  {
    standby: 'an asynchronous standby',
    outcome: 'calls answered while it was away are lost, and the books are in order',
    names: '',
    isLost: true,
  },
])(
  'failover to $standby: $outcome',
  async ({ names, isLost }) => {
    const root = mkdtempSync(join(tmpdir(), 'ringkey-failover-'))
    const primary = await makeCluster({ settings: replicated })
    await primary.start()
    const url = await primary.createDatabase('ringkey')
    const { store, authorization } = await furnishFleet(url)
    await store.close()
    await primary.stop()
    const standby = await makeCluster({ settings: replicated, standbyOf: primary })
    await primary.start()
    await standby.start()
    await ask(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await ask(url, 'SELECT pg_reload_conf()')
    await eventually(
      () => ask(url, 'SELECT state FROM pg_stat_replication'),
      ([row]) => row?.state === 'streaming',
    )
    const address = await startCutter(url)
    const node = await startNode(address.url, join(root, 'node'))
    let number = 0
    const call = async () => {
      const key = `call-${++number}`
      const response = await fetch(`${node.baseUrl}/v1.0/initCall`, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ phone: String(79_161_000_000 + number), unique: key }),
      })
      return response.status === 200 ? [key] : []
    }
    const calls = async () => (await Promise.all(Array.from({ length: callsEach }, call))).flat()
    try {
      const before = await calls()
      await standby.stop()
      const meanwhile = await calls()
      await primary.kill()
      await standby.start()
      await ask(standby.url('ringkey'), 'SELECT pg_promote()')
      address.lead(standby.url('ringkey'))
      await eventually(call, ({ length }) => length > 0, 60_000)
      const after = await calls()
      const rows = await ask(standby.url('ringkey'), 'SELECT unique_key FROM calls')
      const stored = new Set(rows.map((row) => row.unique_key))
      const lost = (keys: readonly string[]) => keys.filter((key) => !stored.has(key))
      expect(before).toHaveLength(callsEach)
      expect(after).toHaveLength(callsEach)
      expect(lost([...before, ...after])).toEqual([])
      // With a synchronous standby a call that has not reached it is not answered with 200.
      expect(meanwhile).toHaveLength(isLost ? callsEach : 0)
      expect(lost(meanwhile)).toEqual(meanwhile)
      const left = await openPostgresStore({
        url: standby.url('ringkey'),
        nodeId: 'audit',
        now: () => 0,
        numberLimits: { ...everywhere, everywhere },
      })
      expect(await left.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await left.close()
    } finally {
      await node.kill()
      await address.stop()
      await standby.remove()
      await primary.remove()
      rmSync(root, { recursive: true, force: true })
    }
  },
  patienceMs,
)
