// Two nodes that write the same value at the same moment.
import pg from 'pg'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { newcomer } from '../../../test/store-contract/entrance.ts'
import { furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import { addPerson } from '../../../test/store-contract/people.ts'
import { openPostgresStore } from './store.ts'

const furnished = async () => {
  const url = await freshDatabase()
  const open = () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })
  return { url, house: await furnish({ open }) }
}
const whoWaits =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

it('sign-up: does not replace a person who takes the same address at the same moment', async () => {
  const { url, house } = await furnished()
  const boss = await addPerson(house.store, 'boss@old.test')
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN')
  await other.query("UPDATE people SET email = 'boss@new.test' WHERE id = $1", [boss.id])
  const signingUp = house.store.signUp({ ...newcomer(), email: 'boss@new.test', passwordHash: 'stranger' })
  await expect.poll(async () => (await ask(url, whoWaits))[0]!.n).toBe(1)
  await other.query('COMMIT')
  await other.end()
  expect(await signingUp).toEqual({ kind: 'email-taken' })
  const kept = await house.store.personByEmail('boss@new.test')
  expect(kept).toMatchObject({ id: boss.id, passwordHash: boss.passwordHash })
  expect((await house.store.accounts()).map(({ email }) => email)).not.toContain('boss@new.test')
  await house.store.close()
})

it('history: forty actions at the same moment are all recorded', async () => {
  const { house } = await furnished()
  const acting = Array.from({ length: 40 }, (_, nth) =>
    house.store.recordAction({
      accountId: house.accountId,
      action: {
        action: `${nth}`,
        facts: {},
        userAgent: '',
        ip: '',
        createdAt: startMs,
      },
    }),
  )
  await Promise.all(acting)
  expect(await house.store.actions({ accountId: house.accountId, limit: 50 })).toHaveLength(40)
  await house.store.close()
})
