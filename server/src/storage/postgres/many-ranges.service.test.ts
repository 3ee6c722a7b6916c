import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { admitted, callTo, ended, furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

/** About half a year of them. */
const ranges = 200
/** Each takes a dozen locks until its transaction ends. */
const rangesAtOnce = 50
const firstRange = 10

const addRanges = (from: number, count: number) => `DO $$
DECLARE
  first_id bigint;
  ranged text;
BEGIN
  FOR number IN ${from}..${from + count - 1} LOOP
    first_id := number * 1000000;
    FOREACH ranged IN ARRAY ARRAY['verifications', 'unique_keys', 'search_keys'] LOOP
      EXECUTE format('CREATE TABLE %s_%s PARTITION OF %s FOR VALUES FROM (%s) TO (%s)',
        ranged, first_id, ranged, first_id, first_id + 1000000);
    END LOOP;
    INSERT INTO vendor_ranges VALUES (first_id, first_id + 1000000);
  END LOOP;
END $$`

it('serves over half a year of ranges within the time of a statement', async () => {
  const url = await freshDatabase()
  for (let added = 0; added < ranges; added += rangesAtOnce) {
    await ask(url, addRanges(firstRange + added, rangesAtOnce))
  }
  const house = await furnish({
    open: () => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs }),
  })
  const call = callTo('79161110001', house, { unique: 'k' })
  const vendorId = await admitted(house.store, call)
  expect(await house.store.admitCall(call)).toMatchObject({ kind: 'replayed', vendorId })
  expect(await house.store.settle(ended(vendorId, true))).toBe(true)
  await house.store.close()
})
