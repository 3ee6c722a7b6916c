// A carrier's firewall drops a TCP connection silently: what we send is accepted, and nothing comes back.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTcpCallee, type TcpCallee } from '../phones/tcp-callee.ts'
import { type CallRig, startCallRig } from './rig.ts'

/** Well over the time after which a connection without answers takes no further request. */
const patienceMs = 60_000
let callee: TcpCallee
let rig: CallRig

beforeAll(async () => {
  callee = await startTcpCallee()
  const settings = { transport: 'tcp', responseTimeoutMs: 700, flashRingMs: 300 } as const
  rig = await startCallRig([{ name: 'north', port: callee.port, settings }])
})
afterAll(async () => {
  await rig.stop()
  await callee.close()
})

async function flash(): Promise<string> {
  const { id } = await rig.call('79161234567')
  await rig.ended(id)
  return (await rig.detailsOf(id)).reason
}

it('black-holed TCP connection: calls ring again within seconds, over a fresh connection', async () => {
  expect(await flash()).toBe('rang')
  callee.swallowOpenConnections()
  expect(await flash()).toBe('no response')
  // Few calls: five failures would open the breaker of the trunk.
  await expect.poll(flash, { timeout: patienceMs, interval: 2_500 }).toBe('rang')
  expect(callee.answered.at(-1)).toMatchObject({ connection: 2 })
})
