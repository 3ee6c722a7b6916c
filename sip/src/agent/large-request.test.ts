import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig } from '../../test/simulation/agent-rig.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

describe('a request above 1,300 bytes', () => {
  const large = { headers: [['Subject', 'x'.repeat(1300)]] } as const
  const ways = () => rig.peer.requests('INVITE').map(({ via }) => via.transport)

  it('goes by TCP, and its CANCEL too, while the Contact stays what it was', async () => {
    const call = rig.call(large)
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    expect(ways()).toEqual(['TCP'])
    expect(invite.headers.get('Contact')).not.toContain('transport')
    rig.peer.answer(invite, 180)
    await rig.pass()
    call.hangUp()
    await rig.pass()
    expect(rig.peer.request('CANCEL').via.transport).toBe('TCP')
    expect(rig.peer.request('CANCEL').branch).toBe(invite.branch)
  })

  it('stays on UDP when told to, and small ones do anyway', async () => {
    rig.call({ ...large, staysOnUdp: true })
    rig.call()
    await rig.pass()
    expect(ways()).toEqual(['UDP', 'UDP'])
  })

  it('goes by UDP when TCP is refused, and the next one at once', async () => {
    rig.network.weather = { loss: 0, duplication: 0, delayMs: 0, breakage: 1 }
    const call = rig.call(large)
    await rig.pass()
    expect(ways()).toEqual(['UDP'])
    expect(rig.peer.request('INVITE').cseq.number).toBe(1)
    rig.call(large)
    await rig.pass()
    expect(ways()).toEqual(['UDP', 'UDP'])
    expect(rig.agent.counters.unsent).toBe(1)
    await rig.pass(600_000)
    rig.call(large)
    await rig.pass()
    expect(rig.agent.counters.unsent).toBe(2)
    expect(await call.ended).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } })
  })

  it('goes by UDP when nothing comes back by TCP; the late answer there is cancelled', async () => {
    rig.call({ ...large, serverPatienceMs: 1500 })
    await rig.pass(1600)
    expect(ways()).toEqual(['TCP', 'UDP'])
    rig.peer.answer(rig.peer.requests('INVITE')[0]!, 180)
    await rig.pass()
    expect(rig.peer.request('CANCEL').via.transport).toBe('TCP')
  })

  it('is not sent at all when it is given up before TCP was refused', async () => {
    rig.network.weather = { loss: 0, duplication: 0, delayMs: 0, breakage: 1 }
    const call = rig.call(large)
    await Promise.resolve()
    call.hangUp()
    await rig.pass()
    expect(ways()).toEqual([])
    expect(await call.ended).toMatchObject({ kind: 'cancelled' })
  })
})
