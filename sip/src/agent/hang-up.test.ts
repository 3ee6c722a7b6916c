import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { Headers } from '../message/headers.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'])

describe('a call that we hang up', () => {
  it('ends once, as crossed, however many phones answer after the CANCEL', async () => {
    const call = rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180)
    await rig.pass()
    call.hangUp()
    for (let phone = 0; phone < 20; phone++)
      rig.peer.answer(invite, 200, { headers: contact, tag: `phone${phone}` })
    rig.peer.answer(invite, 487)
    await rig.pass(40_000)
    expect(await call.ended).toMatchObject({ kind: 'cancelled', crossed: true })
    expect(rig.seen.filter((line) => line.endsWith('cancelled'))).toHaveLength(1)
  })

  it('has ended when the peer confirmed our BYE, or when no confirmation can come any more', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: contact })
    await rig.pass()
    call.hangUp()
    call.hangUp()
    await rig.pass(31_000)
    expect(rig.seen).toEqual(['10 answered'])
    await rig.pass(2_000)
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us' })
    const byes = rig.peer.requests('BYE')
    // One transaction sends eleven datagrams. The server that did not answer is not tried a second time.
    expect(byes).toHaveLength(11)
    expect(new Set(byes.map(({ via }) => via.parameters.get('branch'))).size).toBe(1)
    await rig.pass(60_000)
    expect(rig.peer.requests('BYE')).toHaveLength(11)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('answers a BYE that crosses ours, and no other request', async () => {
    const call = rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass()
    call.hangUp()
    const inDialog = {
      From: `${invite.headers.get('To')};tag=peer`,
      To: invite.headers.get('From')!,
      'Call-ID': invite.callId,
    }
    rig.peer.send(rig.request('INFO', { ...inDialog, CSeq: '7 INFO' }))
    rig.peer.send(rig.request('BYE', { ...inDialog, CSeq: '8 BYE' }))
    await rig.pass()
    expect(rig.peer.responses().map(({ status }) => status)).toEqual([481, 200])
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us' })
  })
})
