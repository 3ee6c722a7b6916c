import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig } from '../../test/simulation/agent-rig.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

describe('a request above 1,300 bytes', () => {
  const large = { headers: [['Subject', 'x'.repeat(1300)]] } as const
  const ways = () => rig.peer.requests('INVITE').map(({ via }) => via.transport)

  it('is sent over TCP, and its CANCEL too, while the Contact does not change', async () => {
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

  it('stays on UDP when the call options say so; small requests always stay on UDP', async () => {
    rig.call({ ...large, staysOnUdp: true })
    rig.call()
    await rig.pass()
    expect(ways()).toEqual(['UDP', 'UDP'])
  })

  it('is sent over UDP when TCP is refused, and the next one uses UDP at once', async () => {
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

  it('is sent over UDP when TCP brings no response; the late answer over TCP is cancelled', async () => {
    rig.call({ ...large, serverPatienceMs: 1500 })
    await rig.pass(1600)
    expect(ways()).toEqual(['TCP', 'UDP'])
    rig.peer.answer(rig.peer.requests('INVITE')[0]!, 180)
    await rig.pass()
    expect(rig.peer.request('CANCEL').via.transport).toBe('TCP')
  })

  it('is not sent at all when the call is given up before TCP was refused', async () => {
    rig.network.weather = { loss: 0, duplication: 0, delayMs: 0, breakage: 1 }
    const call = rig.call(large)
    await Promise.resolve()
    call.hangUp()
    await rig.pass()
    expect(ways()).toEqual([])
    expect(await call.ended).toMatchObject({ kind: 'cancelled' })
  })
})
