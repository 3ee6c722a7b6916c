// A service behind NAT without a public address in its settings: it learns the address from the carriers' answers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Registrar, startRegistrar } from '../../dev/carriers/registrar.ts'
import { type CallRig, startCallRig } from './rig.ts'

const sees = { address: '203.0.113.9', port: 40_123 }
const registered = { register: true, authUser: 'us', flashRingMs: 300 } as const

async function furnish(more: Readonly<Record<string, string>> = {}) {
  const registrar = await startRegistrar({ sees })
  const trunk = { name: 'north', port: registrar.port, settings: registered, password: 'secret' }
  const rig = await startCallRig([trunk], more)
  // The registrar knows us before its answer has reached us.
  const metrics = async () => (await fetch(rig.metricsUrl)).text()
  await vi.waitFor(
    async () => expect(await metrics()).toContain('ringkey_trunk_reachable{trunk="north"} 1'),
    5_000,
  )
  return { registrar, rig }
}

/** What our newest INVITE says about where we are. */
function shownIn({ invites }: Registrar) {
  const { headers, body, via } = invites.at(-1)!
  const sdp = Buffer.from(body).toString()
  return {
    via: `${via.host}:${via.port}`,
    contact: /@([^>]*)>/.exec(headers.get('Contact') ?? '')?.[1],
    sdp: /^c=IN IP4 (\S+)/m.exec(sdp)?.[1],
  }
}

describe('no public address is set', () => {
  let registrar: Registrar
  let rig: CallRig
  beforeAll(async () => {
    ;({ registrar, rig } = await furnish())
  })
  afterAll(async () => {
    await rig.stop()
    await registrar.close()
  })

  it('trunk sees us elsewhere: is registered there at once, and the first binding removed', async () => {
    await expect.poll(() => [...registrar.bindings.values()]).toEqual(['sip:us@203.0.113.9:40123'])
    expect(registrar.registers.at(-1)!.headers.lines('Contact')[1]).toMatch(/@127\.0\.0\.1:\d+>;expires=0$/)
    // The line reaches this process through a pipe.
    await expect.poll(() => rig.logged.join('')).toContain('203.0.113.9:40123')
  })

  it.each(['flash', 'voice'])('%s call: Via, Contact and SDP say what the trunk sees', async (mode) => {
    const { id } = await rig.call(mode === 'flash' ? '79161234567' : '79161234568', { mode })
    await vi.waitFor(() => expect(registrar.invites.length).toBeGreaterThan(mode === 'flash' ? 0 : 1), 60_000)
    const reported = { via: '203.0.113.9:40123', contact: '203.0.113.9:40123', sdp: '203.0.113.9' }
    expect(shownIn(registrar)).toEqual(reported)
    await rig.ended(id)
  })
})

it('a public address is set: carriers get this address, whatever they see', async () => {
  const { registrar, rig } = await furnish({ RINGKEY_SIP_ADVERTISED: '127.0.0.1:5999' })
  const { id } = await rig.call('79161234567')
  await rig.ended(id)
  expect(shownIn(registrar)).toEqual({ via: '127.0.0.1:5999', contact: '127.0.0.1:5999', sdp: '127.0.0.1' })
  expect(registrar.registers).toHaveLength(1)
  await rig.stop()
  await registrar.close()
})
