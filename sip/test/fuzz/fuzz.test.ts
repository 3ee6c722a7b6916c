// One million mutated datagrams with RINGKEY_TEST_LONG=1, fifty thousand without. A failing seed is replayed
// with: node --expose-gc sip/test/fuzz/run.ts SEED DATAGRAMS STREAMS
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const long = process.env.RINGKEY_TEST_LONG === '1'
const [datagrams, streams] = long ? [1_000_000, 20_000] : [20_000, 150]
const maxGrowthBytes = 20 * 1024 * 1024

describe('SIP fuzzing', () => {
  it.each([[20260701]])('seed %i: no exit, no rejection, nothing thrown, nothing kept', async (seed) => {
    const words = [
      '--expose-gc',
      fileURLToPath(import.meta.resolve('./run.ts')),
      String(seed),
      String(datagrams),
      String(streams),
    ]
    // An uncaught exception or an unhandled rejection ends the process with another code, which rejects here.
    const { stdout } = await promisify(execFile)(process.execPath, words)
    const result = JSON.parse(stdout)
    expect(result.growthBytes).toBeLessThan(maxGrowthBytes)
    expect(result).toMatchObject({
      left: 0,
      parsed: datagrams,
      connectionsLeft: 0,
      counts: { handlerFaults: 0 },
    })
    // The streams were really broken, and complete messages got through as well.
    expect(result.counts.closedBrokenFraming).toBeGreaterThan(0)
    expect(result.counts.messagesIn).toBeGreaterThan(streams)
  })
})
