import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { type ImportRecords, importBook } from './import-book.ts'
import type { ImportJob } from './import-messages.ts'

const job: ImportJob = {
  id: 'a',
  data: 'registry',
  name: 'ABC-3xx.csv',
  force: false,
  startedAt: 0,
  stage: 'importing',
  share: 0.1,
  rows: 10,
  result: null,
}

function shared() {
  const clock = new ManualClock()
  const rows = new Map<string, { job: string; at: number }>()
  let writes = 0
  const records: ImportRecords = {
    async saveImportJob({ id, job: text, now }) {
      rows.set(id, { job: text, at: now })
      writes += 1
    },
    importJobs: async ({ now }) =>
      [...rows.values()].map(({ job: text, at }) => ({ job: text, unchangedMs: now - at })),
  }
  return {
    clock,
    writes: () => writes,
    here: importBook(records, clock),
    there: importBook(records, clock),
  }
}

it('imports: another node shows the import and its progress, and takes no second one meanwhile', async () => {
  const { here, there } = shared()
  await here.note(job, true)
  expect(await there.jobs()).toEqual([job])
  expect(await there.isBusy()).toBe(true)
  await here.note({ ...job, stage: 'done' }, true)
  expect(await there.isBusy()).toBe(false)
})

it('imports: progress is written twice a second at most', async () => {
  const { here, writes, clock } = shared()
  await here.note(job, true)
  for (let piece = 0; piece < 100; piece++) {
    await here.note({ ...job, rows: piece }, false)
    await clock.advance(10)
  }
  expect(writes()).toBe(2)
})

it('imports: one whose node is gone is shown as interrupted, and does not block the next', async () => {
  const { here, there, clock } = shared()
  await here.note(job, true)
  await clock.advance(31_000)
  expect(await there.jobs()).toMatchObject([
    { stage: 'refused', result: { reasons: ['the import was interrupted'] } },
  ])
  expect(await there.isBusy()).toBe(false)
})
