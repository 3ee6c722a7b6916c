import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GrownInstallation, growInstallation } from '../../../test/grown-installation.ts'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService } from '../../../test/service.ts'

let grown: GrownInstallation
/** The settings of a node on the target: it shares only the secret. */
let nodeFolder: string
beforeAll(async () => {
  grown = await growInstallation()
  nodeFolder = mkdtempSync(join(tmpdir(), 'ringkey-node-'))
  copyFileSync(join(grown.folder, 'secret.key'), join(nodeFolder, 'secret.key'))
})
afterAll(() => {
  grown.remove()
  rmSync(nodeFolder, { recursive: true, force: true })
})

const never = new Promise<void>(() => {})
const run = (typed: readonly string[], isWatched = false, interrupted = never) =>
  ringkey(grown.folder, typed, { isWatched, interrupted })
const onTarget = (url: string, demo = 'off') =>
  startTestService({ RINGKEY_DATABASE_URL: url, RINGKEY_DATA: nodeFolder, RINGKEY_DEMO: demo })

it('move: transfers an installation; the service on the target answers like the old one', async () => {
  const old = await startTestService({ RINGKEY_DATA: grown.folder })
  const authorization = grown.authorization
  const info = await old.get('getInfo', { uid: String(grown.call.vendorId) }, { authorization })
  const balance = await old.get('getBalance', {}, { authorization })
  await old.stop()

  const url = await freshDatabase()
  const moved = await run(['move', '--from', 'sqlite', '--to', url, '--json'], true)
  expect({ code: moved.code, err: moved.err }).toEqual({
    code: 0,
    err: expect.stringContaining('copying ['),
  })
  expect(moved.json).toMatchObject({ state: 'complete', resumed: false, proof: { agrees: true } })
  const { source, target } = moved.json.proof
  expect(target).toEqual(source)
  expect(target).toMatchObject({
    ledger_units: target.balance_units + target.held_units,
    unbalanced_accounts: [],
    wrong_holds: [],
  })

  const [line] = await ask(url, 'SELECT action, email FROM operator_actions ORDER BY id DESC LIMIT 1')
  expect(line).toEqual({ action: 'moved', email: 'command' })
  const service = await onTarget(url, 'on')
  try {
    const again = await service.get('getInfo', { uid: String(grown.call.vendorId) }, { authorization })
    expect(again.body).toEqual(info.body)
    const { phone, unique, vendorId } = grown.call
    const replayed = await service.post('initCall', { phone, unique }, { authorization })
    expect(replayed.body).toMatchObject({ vendor_id: vendorId })
    expect((await service.get('getBalance', {}, { authorization })).body).toEqual(balance.body)

    const made = await service.post('initCall', { phone: '79161239999' }, { authorization })
    expect(made.body.vendor_id).toBeGreaterThan(vendorId)
    expect((await service.get('getBalance', {}, { authorization })).body.rub_balance).toBeLessThan(
      balance.body.rub_balance,
    )
    expect(await service.store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  } finally {
    await service.stop()
  }

  // The old service would charge the same accounts a second time.
  await expect(startTestService({ RINGKEY_DATA: grown.folder })).rejects.toThrow(
    /was moved to PostgreSQL \(127/,
  )
  expect(await run(['account', 'list'])).toMatchObject({ code: 1, err: expect.stringContaining('--reopen') })
  expect(await run(['move', '--reopen'])).toMatchObject({ code: 0 })
  expect((await run(['audit-log', 'list', '--limit', '1', '--json'])).json).toMatchObject([
    { what: 'move-undone' },
  ])
  expect(await run(['move', '--reopen'])).toMatchObject({ code: 1 })
})

it('move: prints its proof for people', async () => {
  const moved = await run(['move', '--to', await freshDatabase()])
  expect(moved.out).toMatch(/^calls +1,50\d rows {2}[0-9a-f]{16}$/m)
  expect(moved.out).toMatch(/^target: 4 accounts, balance [\d.]+, held .*ledger balances$/m)
  expect(moved.out).toContain('Both sides agree.')
  await run(['move', '--reopen'])
})

it('move: can be interrupted; no service starts on the target until it is complete', async () => {
  const url = await freshDatabase()
  const left = await run(['move', '--to', url, '--json'], false, Promise.resolve())
  expect(left).toMatchObject({ code: 1, json: { state: 'left', rows: 0 } })
  await expect(onTarget(url)).rejects.toThrow(/is not complete/)
  expect(await run(['move', '--to', url, '--json'])).toMatchObject({ code: 0, json: { state: 'complete' } })
  await (await onTarget(url)).stop()
  await run(['move', '--reopen'])
})

it('move: is refused while the service runs, and for a target that a service has used', async () => {
  const url = await freshDatabase()
  const service = await startTestService({ RINGKEY_DATA: grown.folder })
  expect(await run(['move', '--to', url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is in use'),
  })
  await service.stop()
  await (await onTarget(url)).stop()
  expect(await run(['move', '--to', url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('a service has been started on it'),
  })
  expect(await ask(url, 'SELECT count(*)::int AS n FROM accounts')).toEqual([{ n: 0 }])
})

it('move: names what is missing or wrong, and never repeats a password', async () => {
  expect(await run(['move'])).toMatchObject({ code: 2, err: expect.stringContaining('--to is missing') })
  const wrong = await run(['move', '--to', 'mysql://a:hunter2@localhost/x'])
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('postgres://') })
  const away = await run(['move', '--to', 'postgres://a:hunter2@127.0.0.1:1/x'])
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('PostgreSQL cannot be used') })
  expect(wrong.err + away.err).not.toContain('hunter2')
  expect(await ringkey(nodeFolder, ['move', '--to', 'postgres://a@127.0.0.1:1/x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no installation'),
  })
})
