// A carrier's registrar restarts without memory: it answers, and does not know us any more.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Registrar, startRegistrar } from '../../dev/carriers/registrar.ts'
import { type CallRig, startCallRig } from './rig.ts'

const registered = { register: true, authUser: 'us', registerSeconds: 3600, flashRingMs: 300 } as const
let restarted: Registrar
let emptied: Registrar
let rig: CallRig

beforeAll(async () => {
  restarted = await startRegistrar()
  emptied = await startRegistrar()
  rig = await startCallRig([
    {
      name: 'restarted',
      port: restarted.port,
      settings: { ...registered, optionsSeconds: 5, prefixes: ['79161'] },
    },
    { name: 'emptied', port: emptied.port, settings: { ...registered, prefixes: ['79162'] } },
  ])
  await vi.waitFor(() => expect([restarted.bindings.size, emptied.bindings.size]).toEqual([1, 1]), 60_000)
})
afterAll(async () => {
  await rig.stop()
  await restarted.close()
  await emptied.close()
})

const reachable = async () =>
  /ringkey_trunk_reachable\{trunk="restarted"\} (\d)/.exec(await (await fetch(rig.metricsUrl)).text())?.[1]

it.concurrent('killed carrier: is detected; after its restart without our binding we register at once', async ({
  expect,
}) => {
  await expect.poll(reachable).toBe('1')
  restarted.isDown = true
  restarted.forget()
  await expect.poll(reachable).toBe('0')
  restarted.isDown = false
  await expect.poll(() => restarted.bindings.size).toBe(1)
})

it.concurrent('registrar that forgot us, call refused with 403: we register again, and the next call rings', async ({
  expect,
}) => {
  // Refused calls cause a new registration at most every 10 s.
  const flash = async () => {
    const { id } = await rig.call('79162234567')
    await rig.ended(id)
    return (await rig.detailsOf(id)).reason
  }
  emptied.forget()
  await expect.poll(flash, { interval: 4_000 }).toBe('rang')
})
