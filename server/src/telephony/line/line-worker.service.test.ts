import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { lineSettings, place } from '../../../test/line-and-peer.ts'
import { LineWorker } from './line-worker.ts'
import type { LineOrder, LineReport } from './messages.ts'

it('tells how late the line is while calls are placed, and reports no echo to others', async () => {
  const delays: number[] = []
  const reports: LineReport[] = []
  const line = await LineWorker.start(
    { settings: lineSettings(), dataFolder: tmpdir() },
    {
      onReport: (report) => reports.push(report),
      onDelay: (delayMs) => delays.push(delayMs),
      onCrash: (error) => {
        throw error
      },
    },
  )
  try {
    line.order({ kind: 'trunks', trunks: [] })
    expect(delays).toEqual([])
    line.order({ ...place, id: 1, routes: [] })
    line.order({ ...place, id: 2, routes: [] })
    await expect.poll(() => reports.filter(({ kind }) => kind === 'settled').length).toBe(2)
    await expect.poll(() => delays.length).toBe(1)
    expect(delays[0]).toBeGreaterThan(0)
    expect(reports.filter(({ kind }) => kind === 'echo')).toEqual([])
  } finally {
    await line.close()
  }
})

it('sends orders before the end of a long turn, and the echo at its end', async () => {
  const sent: LineOrder[] = []
  const thread = Object.assign(new EventEmitter(), {
    postMessage(message: LineOrder[] | object) {
      if (Array.isArray(message)) sent.push(...message)
      else setImmediate(() => thread.emit('message', { kind: 'ready', port: 1 }))
    },
  })
  const line = await LineWorker.start(
    { settings: lineSettings(), dataFolder: tmpdir() },
    { onReport: () => {}, onDelay: () => {}, onCrash: () => {} },
    thread as unknown as Worker,
  )
  for (let id = 0; id < 20; id++) line.order({ ...place, id, routes: [] })
  expect(sent.map(({ kind }) => kind)).toEqual(Array.from({ length: 16 }, () => 'place'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent.slice(16).map(({ kind }) => kind)).toEqual(['place', 'place', 'place', 'place', 'echo'])
})
