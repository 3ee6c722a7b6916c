// kill -9 while verifications of /v2 run: each step starts once, what was answered is kept, the books balance.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { overdueReason } from '../../server/src/books/settlement.ts'
import type { Verification } from '../../server/src/books/verification.ts'
import { callsInLedger } from './calls-in-ledger.ts'
import { openStore, placedCalls, type ServiceChild, startChild } from './service-child.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const kills = isLong ? 15 : 2
const clients = 16
const longestCallMs = 2_500
/** Calls that were cut off are settled at their deadline, a minute after their start; their next steps ring then. */
const longestWaitMs = isLong ? 70_000 : longestCallMs
const code = '4321'
/** The second call of a number comes soon, so that steps are started by the sweep within the test. */
const settings = {
  RINGKEY_NUMBER_LIMIT: '1s',
  RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0',
  RINGKEY_SERVICE_LIMIT: '0/s',
}

const folder = mkdtempSync(join(tmpdir(), 'ringkey-chaos-steps-'))
let service: ServiceChild
beforeAll(async () => {
  service = await startChild(folder, settings)
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

/** What one client was told of its call. */
interface Reported {
  readonly id: string
  readonly key: string
  readonly body: object
  readonly created: string
  /** Wrong codes that were answered as compared. */
  wrong: number
  isApproved: boolean
  isCanceled: boolean
}

const reported: Reported[] = []
const surprises: string[] = []
let isOver = false
let made = 0
let lastKillAt = 0

/** undefined when the service is away. */
async function ask(path: string, body?: object, key?: string) {
  try {
    const response = await fetch(`${service.baseUrl}/v2/verifications${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${service.key}.${service.serviceId}`,
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function untilAnswered(...words: Parameters<typeof ask>) {
  for (;;) {
    const answer = await ask(...words)
    if (answer !== undefined && answer.status !== 503) return answer
    await sleep(50)
  }
}

async function client(): Promise<void> {
  while (!isOver) {
    const number = ++made
    const body = {
      phone: `7919${String(number).padStart(7, '0')}`,
      code,
      steps: [{ mode: 'flash', seconds: 5 }, { mode: 'voice' }],
    }
    const key = `key-${number}`
    const created = await untilAnswered('', body, key)
    if (created.status !== 201) {
      surprises.push(created.text)
      continue
    }
    const its: Reported = {
      id: created.body.id,
      key,
      body,
      created: created.text,
      wrong: 0,
      isApproved: false,
      isCanceled: false,
    }
    reported.push(its)
    if ((await ask(`/${its.id}/check`, { code: '9999' }))?.body.valid === false) its.wrong += 1
    await ask(`/${its.id}?wait=1`)
    // A third goes on by itself: to its second step, or to its end.
    if (number % 3 === 0) its.isCanceled = (await ask(`/${its.id}/cancel`, {}))?.body.status === 'canceled'
    else if (number % 3 === 1)
      its.isApproved = (await ask(`/${its.id}/check`, { code }))?.body.status === 'approved'
  }
}

it('[X-6] a service that is killed starts each step of /v2 once and keeps what it answered', async () => {
  const load = Array.from({ length: clients }, client)
  for (let kill = 0; kill < kills; kill++) {
    await sleep(2_000 + ((kill * 389) % 900))
    lastKillAt = Date.now()
    service.kill('SIGKILL')
    expect(await service.ended).toBe('SIGKILL')
    service = await startChild(folder, settings)
  }
  await sleep(2_000)
  isOver = true
  await Promise.all(load)
  expect(surprises).toEqual([])
  for (const { key, body, created } of reported.slice(0, 50))
    expect((await untilAnswered('', body, key)).text).toBe(created)
  await sleep(longestWaitMs)
  service.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  const seen = await expectInOrder()
  expect(seen.second).toBeGreaterThan(0)
  console.error(
    `${kills} kills: ${reported.length} calls, ${seen.second} second steps, ${seen.lost} calls cut off, ` +
      `${reported.filter(({ isApproved }) => isApproved).length} approved`,
  )
}, 300_000)

async function expectInOrder(): Promise<{ second: number; lost: number }> {
  const { store } = await openStore(folder)
  try {
    const found: Verification[] = []
    for (const { id, wrong, isApproved, isCanceled } of reported) {
      const call = (await store.verification(id))!
      found.push(call)
      if (isApproved) expect(call.status).toBe('approved')
      if (isCanceled) expect(call.status).toBe('canceled')
      expect(3 - call.attemptsLeft).toBeGreaterThanOrEqual(wrong)
    }
    const steps = found.flatMap((each) => each.steps.filter(({ vendorId }) => vendorId !== null))
    const ids = steps.map(({ vendorId }) => vendorId!)
    expect(new Set(ids).size).toBe(ids.length)
    // Every creation was acknowledged in the end: a call that is no step of one of them was started twice.
    const audit = await store.audit()
    expect(audit).toMatchObject({ unbalancedAccounts: [], wrongHolds: [], calls: ids.length })
    const placed = placedCalls(folder)
    expect(new Set(placed).size).toBe(placed.length)
    expect(placed.filter((vendorId) => !ids.includes(vendorId))).toEqual([])

    const [account] = await store.accounts()
    const entries = await callsInLedger(store, account!.id)
    // A call that was cut off may still ring until its deadline. Its price is held until then.
    let [heldUnits, lost] = [0, 0]
    for (const { vendorId, costUnits, startedAt } of steps) {
      const { state, reason } = (await store.call(vendorId!))!
      const ends = { checking: [], completed: ['capture'], failed: ['release'] }[state]
      expect((entries.get(vendorId!) ?? []).map(({ kind }) => kind)).toEqual(ends)
      if (state === 'checking') heldUnits += costUnits!
      if (state !== 'checking' && reason !== overdueReason) continue
      expect(startedAt).toBeLessThan(lastKillAt)
      lost += 1
    }
    expect(account!.heldUnits).toBe(heldUnits)
    if (isLong) expect(heldUnits).toBe(0)
    let second = 0
    for (const { steps } of found) {
      const [first, next] = steps
      if (next!.startedAt === null) continue
      const isLost = first!.reason === overdueReason
      second += 1
      // Never while the first call may still be ringing.
      expect(next!.startedAt).toBeGreaterThanOrEqual(isLost ? first!.deadlineAt! : first!.endedAt!)
    }
    return { second, lost }
  } finally {
    await store.close()
  }
}
