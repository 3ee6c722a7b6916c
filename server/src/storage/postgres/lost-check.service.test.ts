import { expect, it } from 'vitest'
import { commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { checked, furnish, hashOf, options, startMs } from '../../../test/store-contract/fixture.ts'
import { create } from '../../../test/store-contract/verifications.ts'
import { openPostgresStore } from './store.ts'

it.each(['before', 'after'] as const)(
  'code check: a connection that breaks %s its COMMIT costs no second try',
  async (when) => {
    const url = await freshDatabase()
    const cutter = await startCutter(url)
    const node = { ...options, url: cutter.url, directUrl: url, nodeId: 'one', now: () => startMs }
    const its = await furnish({ open: () => openPostgresStore(node) })
    const { id } = await create(its, { attempts: 3 })
    cutter.cutOnce(commitMessage, when)
    const answer = await checked(its, {
      id,
      codeHash: hashOf('0000'),
      at: startMs + 1_000,
    })
    expect(cutter.cuts).toBe(1)
    expect(answer).toMatchObject({ kind: 'compared', isRight: false, verification: { attemptsLeft: 2 } })
    expect(await its.store.verification(id)).toMatchObject({
      attemptsLeft: 2,
      checks: [{ isRight: false }],
    })
    await its.store.close()
    await cutter.stop()
  },
)
