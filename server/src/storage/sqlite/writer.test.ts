import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { StoreUnavailable } from '../store.ts'
import { Writer } from './writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-writer-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('writes what waits, refuses what comes after, and so ends although somebody goes on asking', async () => {
  const numberLimits = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
  const writer = await Writer.start(join(folder, 'a.db'), { numberLimits }, (error) => {
    throw error
  })
  let asked = 0
  let refused: unknown
  const goOn = async () => {
    // Bounded, so that a writer that never refuses fails the test instead of hanging it.
    while (refused === undefined && asked < 2_000) {
      asked += 1
      await writer.run('heartbeat', asked).catch((error: unknown) => {
        refused = error
      })
    }
  }
  const first = writer.run('claimMeta', { name: 'first', value: 'here' })
  const asking = goOn()
  await writer.close()
  expect(await first).toBe('here')
  await asking
  expect(refused).toBeInstanceOf(StoreUnavailable)
  expect(asked).toBeLessThan(10)
})
