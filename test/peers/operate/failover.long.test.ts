// A primary of PostgreSQL dies under load and its synchronous standby takes its place, as docs/scale.md says.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ask } from '../../../server/test/postgres/cluster.ts'
import { freePort } from '../../../server/test/service.ts'
import { callSurely, furnishFleet, type Node, spread, startNode } from '../../nodes/fleet.ts'
import { copyServer, makeFolder, makeServer, type Server } from './debian-postgres.ts'

const patienceMs = 300_000
const callsBefore = 40
const calls = 120
const atOnce = 8

const root = mkdtempSync(join(tmpdir(), 'ringkey-failover-'))
makeFolder(root)
const ends: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const end of ends.reverse()) await end()
}, patienceMs)

/** One address for whoever is the primary, such as a balancer or a provider has. */
async function startAddress(primary: Server) {
  const open = new Set<Socket>()
  let port = primary.port
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  const own = await freePort()
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return {
    url: `postgres://ringkey@127.0.0.1:${own}/ringkey`,
    follow(next: Server) {
      port = next.port
    },
  }
}

it('failover: with a synchronous standby nothing that was answered is lost, and no id is given twice', {
  timeout: patienceMs,
}, async () => {
  const primary = await makeServer(join(root, 'primary'), {})
  primary.start()
  let isPrimaryUp = true
  ends.push(() => isPrimaryUp && primary.crash())
  await ask(primary.url('postgres'), 'CREATE DATABASE ringkey')
  const standby = await copyServer(primary, join(root, 'standby'), ['--write-recovery-conf'])
  standby.start()
  ends.push(() => standby.crash())
  await ask(primary.url('postgres'), "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await ask(primary.url('postgres'), 'SELECT pg_reload_conf()')
  const states = () => ask(primary.url('postgres'), 'SELECT sync_state FROM pg_stat_replication')
  await expect.poll(states).toEqual([{ sync_state: 'sync' }])

  const address = await startAddress(primary)
  const house = await furnishFleet(address.url)
  ends.push(() => house.store.close())
  const nodes: Node[] = await Promise.all(
    [1, 2].map((place) => startNode(address.url, join(root, `node-${place}`))),
  )
  ends.push(() => Promise.all(nodes.map((node) => node.kill())))

  const given = new Map<string, number>()
  const call = async (job: number) => {
    const unique = `key-${job}`
    const phone = `7916${1_000_000 + job}`
    const { vendorId } = await callSurely(nodes, job, house.authorization, { phone, unique })
    given.set(unique, vendorId)
    if (given.size === callsBefore) {
      primary.crash()
      isPrimaryUp = false
      standby.promote()
      address.follow(standby)
    }
  }
  await spread(calls, atOnce, call)

  expect(new Set(given.values()).size).toBe(calls)
  for (const [unique, vendorId] of given) expect(await house.store.call(vendorId)).toMatchObject({ unique })
  const open = () => ask(standby.url('ringkey'), 'SELECT 1 FROM calls WHERE state = -1')
  await expect.poll(open, { timeout: 120_000 }).toEqual([])
  expect(await house.store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  for (const node of nodes) expect((await fetch(`${node.baseUrl}/readyz`)).status).toBe(200)
})
