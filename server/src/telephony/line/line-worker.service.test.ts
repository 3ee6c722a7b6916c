import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { lineSettings, place } from '../../../test/line-and-peer.ts'
import { LineWorker } from './line-worker.ts'
import type { LineReport } from './messages.ts'

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
