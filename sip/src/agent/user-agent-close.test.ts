import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { Headers } from '../message/headers.ts'
import { isResponse } from './exchange.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'])
const closed = { kind: 'failed', failure: { kind: 'closed' } }
const lost = { kind: 'lost', reason: 'agent-closed' }

describe('closing the agent', () => {
  it.each([
    ['is looking for its server', { to: 'sip:callee@pair.test' }, undefined, closed],
    ['was not heard of', {}, undefined, closed],
    ['rings', {}, 180, closed],
    ['was answered', {}, 200, lost],
  ])('ends a call that %s', async (_, options, status, end) => {
    const call = rig.call(options)
    if (status !== undefined) {
      await rig.pass()
      rig.peer.answer(rig.peer.request('INVITE'), status, { headers: contact })
      await rig.pass()
    }
    await rig.agent.close()
    expect(await call.ended).toMatchObject(end)
    expect(rig.seen.filter((line) => line.endsWith(String(end.kind)))).toHaveLength(1)
    expect(rig.left).toMatchObject({ dialogs: 0, timers: 0 })
  })

  it('ends a call that was being hung up as hung up', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: contact })
    await rig.pass()
    call.hangUp()
    await rig.agent.close()
    expect(await call.ended).toEqual({ kind: 'hung-up', by: 'us', confirmed: false })
  })

  it('ends a call that was being cancelled as cancelled', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    await rig.pass()
    call.hangUp()
    await rig.agent.close()
    expect(await call.ended).toEqual({ kind: 'cancelled', response: undefined, crossed: false })
  })

  it('ends a call whose server is still being looked up in DNS', async () => {
    const silence = () => new Promise<never>(() => {})
    const deaf = new AgentRig({ resolver: { naptr: silence, srv: silence, addresses: silence } })
    const call = deaf.call({ to: 'sip:callee@pair.test' })
    await deaf.pass()
    await deaf.agent.close()
    expect(await call.ended).toMatchObject(closed)
  })

  it('does not lead to a try at the next server', async () => {
    const call = rig.call({ to: 'sip:callee@pair.test' })
    await rig.pass()
    expect(rig.peer.requests('INVITE')).toHaveLength(1)
    await rig.agent.close()
    expect(await call.ended).toMatchObject(closed)
    await rig.pass(1000)
    expect(rig.second.requests('INVITE')).toHaveLength(0)
  })

  it.each([
    ['rings', () => rig.incoming[0]!.ring(), lost],
    ['was answered', () => rig.incoming[0]!.answer(), lost],
    [
      'was refused and not acknowledged',
      () => rig.incoming[0]!.reject(486),
      { kind: 'refused', status: 486, confirmed: false },
    ],
  ])('ends an incoming call that %s', async (_, take, end) => {
    rig.peer.send(rig.request('INVITE'))
    await rig.pass()
    take()
    await rig.agent.close()
    expect(await rig.incoming[0]!.ended).toEqual(end)
    expect(rig.left).toMatchObject({ dialogs: 0, timers: 0 })
  })

  it('fails a request in progress and every later request', async () => {
    const waiting = rig.agent.options({ to: 'sip:peer@192.0.2.2', from: 'sip:us@192.0.2.1' })
    await rig.pass()
    await rig.agent.close()
    const later = rig.agent.options({ to: 'sip:peer@192.0.2.2', from: 'sip:us@192.0.2.1' })
    for (const result of await Promise.all([waiting, later])) {
      expect(isResponse(result)).toBe(false)
      expect(result).toEqual({ kind: 'closed' })
    }
  })

  it('leaves no timers or sockets when no call is in progress', async () => {
    await rig.agent.close()
    expect(rig.left).toEqual(nothingLeft)
  })
})
