import pg from 'pg'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { checked, furnish, hashOf, options, startMs } from '../../../test/store-contract/fixture.ts'
import { create } from '../../../test/store-contract/verifications.ts'
import { openPostgresStore } from './store.ts'

const waitingWithPhone = `SELECT count(*) FILTER (WHERE locktype = 'advisory' AND granted)::int AS n
  FROM pg_stat_activity JOIN pg_locks USING (pid)
  WHERE datname = current_database() AND wait_event_type = 'Lock' GROUP BY pid`

it('code check: it has the lock of its phone before it waits for a verification, so that two checks never deadlock', async () => {
  const url = await freshDatabase()
  const its = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
  })
  const { id } = await create(its)
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM verifications WHERE id = $1 FOR UPDATE', [id])
  const answer = checked(its, { id, codeHash: hashOf('0000'), at: startMs })
  let waiting: Record<string, unknown>[] = []
  await expect.poll(async () => (waiting = await ask(url, waitingWithPhone))).toHaveLength(1)
  expect(waiting).toEqual([{ n: 1 }])
  await holder.query('ROLLBACK')
  await holder.end()
  expect(await answer).toMatchObject({ kind: 'compared', isRight: false })
  await its.store.close()
})
