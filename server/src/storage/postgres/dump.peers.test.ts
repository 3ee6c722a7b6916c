// Tests what docs/scale.md promises about pg_dump and pg_restore.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask } from '../../../test/postgres/cluster.ts'
import { emptyDatabase, freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { admitted, callTo, furnish, options, startMs } from '../../../test/store-contract/fixture.ts'
import { openPostgresStore } from './store.ts'

const open = (url: string) => openPostgresStore({ ...options, url, nodeId: 'one', now: () => startMs })

it('pg_dump: a restored dump has all keys (also of full ranges) and all money, and gives no id twice', async () => {
  const url = await freshDatabase()
  const house = await furnish({ open: () => open(url) })
  const keyed = (nth: number) => callTo(`7916${2_000_000 + nth}`, house, { unique: `key ${nth}` })
  const old = await admitted(house.store, keyed(0))
  await ask(url, "SELECT setval('vendor_ids', 1200000)")
  while (await house.store.maintain());
  const young = await admitted(house.store, keyed(1))
  const balance = (await house.store.account(house.accountId))!.balanceUnits
  const restoredUrl = await dumpedAndRestored(url)
  await house.store.close()

  const restored = await open(restoredUrl)
  expect(await restored.admitCall(keyed(0))).toMatchObject({ kind: 'replayed', vendorId: old })
  expect(await restored.admitCall(keyed(1))).toMatchObject({ kind: 'replayed', vendorId: young })
  expect((await restored.account(house.accountId))!.balanceUnits).toBe(balance)
  expect(await admitted(restored, keyed(2))).toBeGreaterThan(young)
  while (await restored.maintain());
  expect(
    await ask(restoredUrl, 'SELECT first_id::int, end_id::int FROM vendor_ranges ORDER BY first_id'),
  ).toEqual([
    { first_id: 0, end_id: 1_000_000 },
    { first_id: 1_000_000, end_id: 2_000_000 },
    { first_id: 2_000_000, end_id: 3_000_000 },
  ])
  await restored.close()
})

async function dumpedAndRestored(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-dump-'))
  const file = join(folder, 'ringkey.dump')
  const target = await emptyDatabase()
  try {
    run('pg_dump', '--format=custom', `--file=${file}`, url)
    run('pg_restore', '--exit-on-error', `--dbname=${target}`, file)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return target
}

function run(command: string, ...words: string[]): void {
  const { status, stderr } = spawnSync(command, words)
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
}
