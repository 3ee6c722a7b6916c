import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Cutter, commitMessage, startCutter } from '../../../test/postgres/cutter.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import {
  type Furnished,
  furnish,
  hashOf,
  options,
  ownerOf,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import { create } from '../../../test/store-contract/verifications.ts'
import { OutcomeUnknown } from '../store.ts'
import { openPostgresStore } from './store.ts'

let cutter: Cutter
let its: Furnished
let id: string
beforeEach(async () => {
  const url = await freshDatabase()
  cutter = await startCutter(url)
  const node = { ...options, url: cutter.url, directUrl: url, nodeId: 'one', now: () => startMs }
  its = await furnish({ open: () => openPostgresStore(node) })
  id = (await create(its, { attempts: 3 })).id
})
afterEach(async () => {
  await its.store.close()
  await cutter.stop()
})
const checkWrongly = () =>
  its.store.checkCode({
    ...ownerOf(its),
    id,
    phoneHash: hashOf('79161234567'),
    codeHash: hashOf('0000'),
    at: startMs + 1_000,
  })

it.each(['before', 'after'] as const)(
  'code check: a connection that breaks %s its COMMIT costs no second try',
  async (when) => {
    cutter.cutOnce(commitMessage, when)
    const checked = await checkWrongly()
    expect(cutter.cuts).toBe(1)
    expect(checked).toMatchObject({ kind: 'compared', isRight: false, verification: { attemptsLeft: 2 } })
    expect(await its.store.verification(id)).toMatchObject({
      attemptsLeft: 2,
      checks: [{ isRight: false }],
    })
  },
)

it('code check: one whose commit cannot be looked up is not made again', async () => {
  const cut = cutter.cutOnce(commitMessage, 'after')
  const checked = checkWrongly()
  await cut
  await Promise.all([
    cutter.holdOnce('pg_xact_status'),
    expect(checked).rejects.toBeInstanceOf(OutcomeUnknown),
  ])
  expect(await its.store.verification(id)).toMatchObject({ attemptsLeft: 2, checks: [{ isRight: false }] })
})
