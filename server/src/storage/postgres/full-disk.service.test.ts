import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  admitted,
  callTo,
  type Furnished,
  furnish,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { StoreUnavailable } from '../store.ts'
import { openPostgresStore } from './store.ts'

let url: string
let house: Furnished
beforeEach(async () => {
  url = await freshDatabase()
  house = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
  })
})
afterEach(() => house.store.close())

/** What needs new pages is refused as on a full disk; rows that are updated in their page are not. */
const fill = () =>
  ask(
    url,
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE FUNCTION no_room_for_tables() RETURNS event_trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER no_room BEFORE INSERT ON calls FOR EACH ROW EXECUTE FUNCTION no_room();
     CREATE EVENT TRIGGER no_room_for_tables ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
       EXECUTE FUNCTION no_room_for_tables()`,
  )
const free = () => ask(url, 'DROP EVENT TRIGGER no_room_for_tables; DROP TRIGGER no_room ON calls')

it('a full disk of PostgreSQL: the heartbeat fails with the first refused write, and until there is room again', async () => {
  const { store } = house
  await store.heartbeat(startMs)
  await fill()
  await expect(store.admitCall(callTo('79161110001', house))).rejects.toThrow(StoreUnavailable)
  await expect(store.heartbeat(startMs + 1)).rejects.toThrow(/could not extend file/)
  await expect(store.heartbeat(startMs + 2)).rejects.toThrow(StoreUnavailable)
  await free()
  await store.heartbeat(startMs + 3)
  await admitted(store, callTo('79161110001', house))
})
