import { expect, it } from 'vitest'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { checked, furnish, hashOf, options, startMs } from '../../../test/store-contract/fixture.ts'
import { create } from '../../../test/store-contract/verifications.ts'
import { openPostgresStore } from './store.ts'

it('a verification that one node has changed: the other nodes are told its id, and it is not', async () => {
  const url = await freshDatabase()
  const open = (nodeId: string) => openPostgresStore({ ...options, url, nodeId, now: () => startMs })
  const its = await furnish({ open: () => open('one') })
  const other = await open('two')
  const { id } = await create(its)
  const heard: string[][] = [[], []]
  const watches = [its.store, other].map((store, node) =>
    store.watchPhones((each) => heard[node]!.push(each)),
  )
  // A connection that has just begun to listen says so with an empty id.
  await expect.poll(() => heard).toEqual([[''], ['']])
  await checked(its, { id, codeHash: hashOf('0000'), at: startMs })
  // A change of the other node is announced last.
  await expect.poll(() => heard[1], { timeout: 20_000 }).toEqual(['', id])
  await checked({ ...its, store: other }, { id, codeHash: hashOf('0000'), at: startMs })
  await expect
    .poll(() => heard, { timeout: 20_000 })
    .toEqual([
      ['', id],
      ['', id],
    ])
  await Promise.all(watches.map((watch) => watch.close()))
  await its.store.close()
  await other.close()
})
