import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageOf } from '../../../test/store-contract/events.ts'
import { furnish, startMs } from '../../../test/store-contract/fixture.ts'
import { openSqliteStore } from './store.ts'

it('events: a reader that waits writes nothing while there is nothing new, and once an hour that it reads', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ringkey-reader-')), 'ringkey.db')
  const { store, serviceId } = await furnish({
    open: (_, options) => openSqliteStore({ ...options, file, onCrash: () => {} }),
  })
  const sizeAfter = async (at: number) => {
    expect((await pageOf({ store, serviceId }, 0, at, 10)).events).toEqual([])
    return statSync(`${file}-wal`).size
  }
  const first = await sizeAfter(startMs)
  for (let look = 1; look <= 10; look++) expect(await sizeAfter(startMs + look * 500)).toBe(first)
  expect(await sizeAfter(startMs + 3_600_000)).toBeGreaterThan(first)
  await store.close()
})
