// What an update must not lose, besides what every installation has: work that was under way when the version ended.
import { expect } from 'vitest'
import { closeLedger } from '../../src/operations/close-ledger.ts'
import { credentialForms, type HookKind } from '../../src/storage/queries/hooks.ts'
import { openV2Client } from '../contract/v2-scene.ts'
import { ringkey } from '../ringkey-command.ts'
import { eventually, type TestService } from '../service.ts'
import { addAccount } from '../store-contract/fixture.ts'

const dayMs = 86_400_000
/** By this many calls a day its number is blocked, where the installation is made. */
const callsToBlock = 2
export const hardSettings = {
  RINGKEY_NUMBER_LIMIT: `15s,4/min,${callsToBlock}/day,24h`,
  RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
}
const phones = { open: '79161230101', kept: '79161230102', erased: '79161230103', blocked: '79161230104' }

/** Numbers of what was left, to be found again. */
export type HardCases = Awaited<ReturnType<typeof leaveHardCases>>

const bodyOf = async (answer: Promise<{ readonly body: { vendor_id: number } }>) => (await answer).body

export async function leaveHardCases(service: TestService) {
  const { store, clock, environment, folder } = service
  const run = async (...words: string[]) => {
    const ran = await ringkey(folder, [...words, '--json'], { clock, environment })
    if (ran.code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${ran.err}`)
    return ran.json
  }
  const tariff = { code: 'approved', name: 'On approval', chargesFailed: false, chargesOnApproval: true }
  await store.changeTariff(tariff)
  await store.changeTariff({ code: 'approved', prices: [{ mode: 'flash', prefix: '', priceUnits: 8_000 }] })
  await clock.advance(1_000)
  const client = await openV2Client(
    service,
    {},
    { tariff: 'approved', email: 'hard@example.com', demo: false },
  )

  // Hooks, and a delivery that waits for a receiver that is not there.
  const firstOf = Object.entries(credentialForms).filter(
    ([, form], index, all) => all.findIndex(([, other]) => other === form) === index,
  )
  for (const [kind] of firstOf) {
    const pasted =
      credentialForms[kind as HookKind] === 'pasted' ? ['--secret', 'a-key-that-the-server-has-made'] : []
    await run('hook', 'add', kind, String(client.id), ...pasted)
  }
  await run('endpoint', 'add', String(client.id), 'http://127.0.0.1:9/events')
  await clock.advance(2_000)

  // A key whose phone was erased, and a phone that is blocked.
  service.telephony.outcome = { completed: true, reason: 'rang' }
  await client.post('initCall', { phone: phones.erased, unique: 'of-an-erased-phone' })
  for (let calls = 0; calls < callsToBlock; calls++) {
    await client.post('initCall', { phone: phones.blocked })
    await clock.advance(20_000)
  }
  const { body: refused } = await client.post('initCall', { phone: phones.blocked })
  await run('privacy', 'erase', phones.erased, '--yes')
  const { body: taken } = await client.post('initCall', {
    phone: phones.erased,
    unique: 'of-an-erased-phone',
  })

  // Old entries, which are closed, and one that stays.
  const closed = await addAccount(store, 'closed@example.com', {
    amountUnits: 10_000,
    at: clock.now() - 90 * dayMs,
  })
  for (const days of [80, 70, 0])
    await store.topUp({
      accountId: closed,
      amountUnits: 10_000,
      note: `${days}`,
      at: clock.now() - days * dayMs,
    })
  const archive = async () => ['elsewhere']
  await closeLedger({ store, now: () => clock.now(), archive }, clock.now() - 60 * dayMs)

  // A stream that has been read, and afterwards work that is left open: its steps are delivered, nobody approves.
  const stream = await client.ask('/events')
  const { body: kept } = await client.create({ phone: `+${phones.kept}`, steps: [{ mode: 'flash' }] })
  await clock.advance(2_000)
  await client.until(kept.id, ({ steps: [step] }) => step.status === 'delivered')
  const lookup = { lookupId: 'hold-of-a-look-up-24-chr', accountId: client.accountId, amountUnits: 5_000 }
  const times = { startedAt: clock.now(), deadlineAt: clock.now() + 600_000 }
  await store.holdLookup({ ...lookup, ...times, fingerprint: null, caps: [] } as never)
  service.telephony.outcome = undefined
  const open = await bodyOf(client.post('initCall', { phone: phones.open, unique: 'left-open' }))
  return {
    bearer: client.bearer,
    serviceId: client.id,
    accountId: client.accountId,
    closedAccountId: closed,
    hooks: firstOf.map(([kind]) => kind),
    openVendorId: open.vendor_id,
    keyTaken: taken.code as number,
    keptId: kept.id as string,
    refusal: refused.code as number,
    cursor: stream.body.next_cursor as string,
    endedAt: clock.now(),
  }
}

/** After an update: all of it is there, and comes to its end. */
export async function expectHardCases(service: TestService, hard: HardCases): Promise<void> {
  const own = { authorization: hard.bearer }
  const hooks = await service.store.hooksOf(hard.serviceId)
  expect(hooks.map(({ kind }) => kind).sort()).toEqual([...hard.hooks].sort())
  const { body: again } = await service.post('initCall', { phone: phones.blocked }, own)
  expect(again.code).toBe(hard.refusal)
  const repeated = await service.post('initCall', { phone: phones.erased, unique: 'of-an-erased-phone' }, own)
  expect([repeated.body.status, repeated.body.code]).toEqual([false, hard.keyTaken])
  const newest = await service.store.ledger({ accountId: hard.closedAccountId, afterEntry: 0, limit: 9 })
  expect(newest.map(({ note }) => note)).toEqual(['0'])
  expect(await service.store.account(hard.closedAccountId)).toMatchObject({ balanceUnits: 40_000 })
  expect((await service.store.deliveryBacklog()).pending).toBeGreaterThan(0)
  const asked = { headers: { Authorization: hard.bearer } }
  const { body: stream } = await service.raw(`/v2/events?after=${hard.cursor}`, asked)
  expect(stream.events.map(({ type }: { type: string }) => type)).toContain('verification.step_delivered')
  // The call was lost with the process that placed it; the look-up was never answered; nobody approves.
  await service.clock.hasten(700_000)
  const ended = await eventually(
    () => service.get('getInfo', { uid: String(hard.openVendorId) }, own),
    ({ body }) => body.call_status === 0,
  )
  expect(ended.body).toMatchObject({ status: true })
  const account = await eventually(
    async () => {
      await service.clock.advance(1_000)
      return (await service.store.account(hard.accountId))!
    },
    ({ heldUnits }) => heldUnits === 0,
  )
  expect(account.balanceUnits).toBeGreaterThan(0)
  const { body: kept } = await service.raw(`/v2/verifications/${hard.keptId}`, asked)
  expect(kept.status).not.toBe('pending')
}
