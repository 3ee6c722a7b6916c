import pg from 'pg'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { furnish, options, ownerOf, startMs } from '../../../test/store-contract/fixture.ts'
import { create } from '../../../test/store-contract/verifications.ts'
import { openPostgresStore } from './store.ts'

const waitingForLock = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

it('a row that another session keeps locked: the server stops to wait for it, and no session stays in the queue', async () => {
  const url = await freshDatabase()
  const house = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
  })
  const { id } = await create(house)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM verifications WHERE id = $1 FOR UPDATE', [id])
  const advanced = house.store.advanceVerification({
    ...ownerOf(house),
    id,
    cancels: true,
    at: startMs + 1_000,
  })
  await expect(advanced).rejects.toThrow(/canceling statement due to lock timeout/)
  expect(await ask(url, waitingForLock)).toEqual([{ n: 0 }])
  await holder.query('ROLLBACK')
  await holder.end()
  expect(await house.store.verification(id)).toMatchObject({ status: 'pending' })
  await house.store.close()
})
