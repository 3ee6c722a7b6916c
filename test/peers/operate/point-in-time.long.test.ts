// PostgreSQL is restored to a moment from a base backup and the archive of its log, as docs/scale.md says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { ask } from '../../../server/test/postgres/cluster.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { callSurely, fleetSecret, furnishFleet, startNode } from '../../nodes/fleet.ts'
import { configure, copyServer, makeFolder, makeServer } from './debian-postgres.ts'

const patienceMs = 300_000
const root = mkdtempSync(join(tmpdir(), 'ringkey-point-in-time-'))
makeFolder(root)
const ends: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const end of ends.reverse()) await end()
}, patienceMs)

/** As docs/scale.md has it. */
const skipIds = "SELECT setval('vendor_ids', nextval('vendor_ids') + 5000000)"

it('point in time: the books are those of the moment, and ids that were given out after it are not given again', {
  timeout: patienceMs,
}, async () => {
  const archive = join(root, 'archive')
  makeFolder(archive)
  const server = await makeServer(join(root, 'server'), {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  })
  server.start()
  let isUp = true
  ends.push(() => isUp && server.crash())
  await ask(server.url('postgres'), 'CREATE DATABASE ringkey')
  const house = await furnishFleet(server.url('ringkey'))
  const node = await startNode(server.url('ringkey'), join(root, 'node'))
  ends.push(() => node.kill())
  const callOf = async (unique: string, on = node) => {
    const call = { phone: `7916${unique.padStart(7, '0')}`, unique }
    return (await callSurely([on], 0, house.authorization, call)).vendorId
  }

  const beforeBackup = await callOf('1')
  const restored = await copyServer(server, join(root, 'restored'))
  const beforeMoment = await callOf('2')
  const [moment] = await ask(server.url('postgres'), 'SELECT clock_timestamp()::text AS text')
  // The next commit has to be later than the moment by PostgreSQL's clock.
  await sleep(50)
  const lost: number[] = []
  for (let number = 3; number < 63; number++) lost.push(await callOf(String(number)))
  await house.store.close()
  await node.stop()
  const [segment] = await ask(server.url('postgres'), 'SELECT pg_walfile_name(pg_switch_wal()) AS name')
  const archived = () => ask(server.url('postgres'), 'SELECT last_archived_wal FROM pg_stat_archiver')
  await expect.poll(archived).toEqual([{ last_archived_wal: segment!.name }])
  server.crash()
  isUp = false

  configure(restored, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: String(moment!.text),
    recovery_target_action: 'promote',
    archive_mode: 'off',
  })
  writeFileSync(join(restored.data, 'recovery.signal'), '')
  restored.start()
  ends.push(() => restored.crash())
  const isRestoring = () => ask(restored.url('postgres'), 'SELECT pg_is_in_recovery() AS so')
  await expect.poll(isRestoring).toEqual([{ so: false }])
  await ask(restored.url('ringkey'), skipIds)
  const environment = { RINGKEY_DATABASE_URL: restored.url('ringkey'), RINGKEY_SECRET: fleetSecret }
  const audit = await ringkey(join(root, 'command'), ['audit', '--all'], { environment })
  expect(audit).toMatchObject({ code: 0 })

  const anew = await startNode(restored.url('ringkey'), join(root, 'node-anew'))
  ends.push(() => anew.kill())
  // Keys of before the moment name their calls; those of after it are forgotten and call again.
  expect(await callOf('1', anew)).toBe(beforeBackup)
  expect(await callOf('2', anew)).toBe(beforeMoment)
  const again: number[] = []
  for (let number = 3; number < 63; number++) again.push(await callOf(String(number), anew))
  expect(again.filter((id) => id <= Math.max(...lost))).toEqual([])
  const [calls] = await ask(restored.url('ringkey'), 'SELECT count(*)::int AS n FROM calls')
  expect(calls).toEqual({ n: 62 })
})
