// An operator edits a registered trunk, and the registrar is slow to remove bindings.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Registrar, startRegistrar } from '../../dev/carriers/registrar.ts'
import { type CallRig, startCallRig } from './rig.ts'

const registered = { register: true, authUser: 'us', registerSeconds: 600 } as const
let registrar: Registrar
let rig: CallRig

beforeAll(async () => {
  registrar = await startRegistrar({ removalDelayMs: 300 })
  rig = await startCallRig([{ name: 'north', port: registrar.port, settings: registered, password: 'old' }])
  await vi.waitFor(() => expect(registrar.bindings.size).toBe(1), 60_000)
})
afterAll(async () => {
  await rig.stop()
  await registrar.close()
})

/** Changes the trunk and waits until the service uses the change; its number of channels shows that. */
async function edit(callsAtOnce: number, settings: object, password = 'old'): Promise<void> {
  await rig.saveTrunk({
    name: 'north',
    port: registrar.port,
    settings: { ...registered, callsAtOnce, ...settings },
    password,
    ranges: [],
  })
  await expect
    .poll(async () => (await fetch(rig.metricsUrl)).text())
    .toContain(`ringkey_trunk_channels{trunk="north"} ${callsAtOnce}`)
}

it('registered trunk, edit that is not about the registration: nothing is sent to the registrar', async () => {
  await edit(11, { flashRingMs: 900, trustedSources: ['127.0.0.9'] })
  // What the registrar is asked comes before the INVITE of a call that is placed afterwards.
  const { id } = await rig.call('79161234567')
  await rig.ended(id)
  expect(registrar.invites).toHaveLength(1)
  expect(registrar.registers).toHaveLength(1)
  expect(registrar.bindings.size).toBe(1)
})

it('registered trunk, another password and time: the same binding is refreshed and never removed', async () => {
  const before = registrar.registers.length
  await edit(12, { registerSeconds: 900 }, 'new')
  await expect.poll(() => registrar.registers.length).toBeGreaterThanOrEqual(before + 1)
  const [first, last] = [registrar.registers[0]!, registrar.registers.at(-1)!]
  expect(last.headers.get('Expires')).toBe('900')
  expect(last.callId).toBe(first.callId)
  expect(last.cseq.number).toBeGreaterThan(first.cseq.number)
})

it('registered trunk, same account over another transport or proxy: registers again after the old binding is removed', async () => {
  const before = registrar.registers.length
  await edit(13, { proxy: `127.0.0.1:${registrar.port}` })
  await expect.poll(() => registrar.registers.length).toBeGreaterThanOrEqual(before + 2)
  // A busy machine may add a refresh.
  const expires = registrar.registers.slice(before).map(({ headers }) => headers.get('Expires'))
  expect(expires.slice(0, 2)).toEqual(['0', '600'])
  await expect.poll(() => registrar.removals).toBe(1)
  await expect.poll(() => registrar.bindings.size).toBe(1)
  const { id } = await rig.call('79161234567')
  expect(await rig.ended(id)).toMatchObject({ call_status: 1 })
})
