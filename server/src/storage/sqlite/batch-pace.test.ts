import { expect, it } from 'vitest'
import { BatchPace } from './batch-pace.ts'

function paceAfter(batches: number, batch: { requests: number; workMs: number; commitMs: number }): number {
  const pace = new BatchPace()
  for (let count = 0; count < batches; count++) pace.note(batch)
  return pace.room
}

it('batch pace: a batch works eight times as long as its commit takes', () => {
  // 0.05 ms a request: eight times one millisecond is 160 requests.
  expect(paceAfter(100, { requests: 100, workMs: 5, commitMs: 1 })).toBe(160)
})

it('batch pace: batches are not too small on a fast disk, nor too large on a slow one', () => {
  expect(paceAfter(100, { requests: 100, workMs: 5, commitMs: 0.01 })).toBe(64)
  expect(paceAfter(100, { requests: 100, workMs: 5, commitMs: 50 })).toBe(512)
})

it('batch pace: one slow commit with a checkpoint in it changes little', () => {
  const pace = new BatchPace()
  for (let count = 0; count < 100; count++) pace.note({ requests: 100, workMs: 5, commitMs: 1 })
  pace.note({ requests: 100, workMs: 5, commitMs: 5 })
  expect(pace.room).toBeLessThan(260)
})
