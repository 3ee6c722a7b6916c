// kill -9 under load: what was acknowledged is kept, nothing is charged or dialled twice, the books balance.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallRecord } from '../../server/src/books/call.ts'
import { callsInLedger } from './calls-in-ledger.ts'
import { initCall, Load, type Started } from './load.ts'
import { openStore, placedCalls, type ServiceChild, startChild } from './service-child.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const kills = isLong ? 20 : 3
const clients = 32
/** In the short form other tests need the processor too. */
const pauseMs = isLong ? 0 : 50
const underLoadMs = { atLeast: 600, spread: 900 }
const longestCallMs = 2_500
/**
 * Three seconds is the promise on a machine of its own, and what was measured is printed: a start takes 1.6 s of
 * processor time. Among fifteen other busy processes on two cores that became 21 s, hence the looser bound.
 */
const readyWithinMs = 45_000
const replayed = 200
const testTimeoutMs = kills * 60_000 + 60_000

const folder = mkdtempSync(join(tmpdir(), 'ringkey-chaos-'))
let service: ServiceChild
beforeAll(async () => {
  service = await startChild(folder)
  const { store } = await openStore(folder)
  const [account] = await store.accounts()
  await store.topUp({ accountId: account!.id, amountUnits: 1_000_000_0000, note: 'load', at: 0 })
  await store.close()
})
afterAll(async () => {
  service.kill('SIGKILL')
  await service.ended
  rmSync(folder, { recursive: true, force: true })
})

it(
  '[X-4] a service that is killed under load loses nothing and charges nothing twice',
  async () => {
    const load = new Load(() => service, clients, pauseMs)
    const readyAfterMs: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      // Spread over the phases of commits and calls, the same in every run.
      await sleep(underLoadMs.atLeast + ((kill * 389) % underLoadMs.spread))
      service.kill('SIGKILL')
      expect(await service.ended).toBe('SIGKILL')
      service = await startChild(folder)
      readyAfterMs.push(Math.round(service.readyAfterMs))
    }
    await sleep(underLoadMs.atLeast)
    await load.finish()
    expect(load.surprises).toEqual([])
    await expectSameAnswers([...load.acknowledged.values()].slice(0, replayed))
    await sleep(longestCallMs)
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)

    const recovered = await expectBooksInOrder(load.acknowledged)
    expect(recovered).toBeGreaterThan(0)
    expect(Math.max(...readyAfterMs)).toBeLessThan(readyWithinMs)
    console.error(
      `${kills} kills under load: ${load.acknowledged.size} calls acknowledged, ` +
        `${recovered} cut off and returned, ready again after ${readyAfterMs.join(', ')} ms`,
    )
  },
  testTimeoutMs,
)

/** A key is answered after the crash as it was before. */
async function expectSameAnswers(acknowledged: readonly Started[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  for (const first of acknowledged) {
    const number = first.unique_request_id.slice('key-'.length)
    const parameters = { phone: `7918${number.padStart(7, '0')}`, unique: first.unique_request_id }
    const { body } = await initCall(service, parameters, agent)
    expect(body).toEqual({ ...first, exists: true })
  }
  agent.destroy()
}

/** Returns how many calls were cut off by a crash. */
async function expectBooksInOrder(acknowledged: ReadonlyMap<string, Started>): Promise<number> {
  const { store } = await openStore(folder)
  try {
    const audit = await store.audit()
    expect(audit).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
    // Every key was acknowledged in the end, so an extra call would be a double charge.
    expect(audit.calls).toBe(acknowledged.size)

    const [account] = await store.accounts()
    const entries = await callsInLedger(store, account!.id)
    expect(account!.heldUnits).toBe(0)

    const records: CallRecord[] = []
    for (const [unique, { vendor_id, code }] of acknowledged) {
      const record = (await store.call(vendor_id))!
      expect(record).toMatchObject({ unique, code })
      const end = record.state === 'completed' ? 'capture' : 'release'
      expect(entries.get(vendor_id)?.map(({ kind }) => kind)).toEqual([end])
      records.push(record)
    }
    const placed = placedCalls(folder)
    expect(new Set(placed).size).toBe(placed.length)
    const known = new Set(records.map(({ vendorId }) => vendorId))
    expect(placed.filter((vendorId) => !known.has(vendorId))).toEqual([])
    const cutOff = records.filter(({ reason }) => reason === 'the service was restarted')
    expect(cutOff.every(({ state, costUnits }) => state === 'failed' && costUnits === 0)).toBe(true)
    return cutOff.length
  } finally {
    await store.close()
  }
}
