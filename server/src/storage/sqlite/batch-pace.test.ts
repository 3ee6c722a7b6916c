import { expect, it } from 'vitest'
import { BatchPace } from './batch-pace.ts'

function paceAfter(batches: number, batch: { requests: number; workMs: number; commitMs: number }): number {
  const pace = new BatchPace()
  for (let count = 0; count < batches; count++) pace.note(batch)
  return pace.room
}

it('gives a batch room to work eight times as long as its commit takes', () => {
  // 0.05 ms a request: eight times one millisecond is 160 of them.
  expect(paceAfter(100, { requests: 100, workMs: 5, commitMs: 1 })).toBe(160)
})

it('neither starves on a disk that answers at once nor holds everybody back on a slow one', () => {
  expect(paceAfter(100, { requests: 100, workMs: 5, commitMs: 0.01 })).toBe(64)
  expect(paceAfter(100, { requests: 100, workMs: 5, commitMs: 50 })).toBe(512)
})

it('is not led astray by one commit with a checkpoint in it', () => {
  const pace = new BatchPace()
  for (let count = 0; count < 100; count++) pace.note({ requests: 100, workMs: 5, commitMs: 1 })
  pace.note({ requests: 100, workMs: 5, commitMs: 5 })
  expect(pace.room).toBeLessThan(260)
})
