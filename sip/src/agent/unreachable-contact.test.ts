import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { Headers } from '../message/headers.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

const nowhere = Headers.of(['Contact', '<sip:callee@10.0.0.7:5060>'])
const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'])
/** RFC 3261 13.3.1.4: when the callee sends its 200 again. */
const copiesAfterMs = [500, 1_000, 2_000]

async function answered(headers: Headers) {
  const told: string[] = []
  const call = rig.call({
    onDetour: (uri) => told.push(`detour ${uri}`),
    onAckLost: () => told.push('ack lost'),
  })
  await rig.pass()
  const invite = rig.peer.request('INVITE')
  const answer = () => rig.peer.answer(invite, 200, { headers })
  answer()
  await rig.pass()
  return { call, told, answer }
}

describe('an answered call whose Contact nobody reaches', () => {
  it('is acknowledged and hung up at the source of its 200 once that comes again', async () => {
    const { call, told, answer } = await answered(nowhere)
    expect(rig.peer.requests('ACK')).toHaveLength(0)
    await rig.pass(500)
    answer()
    await rig.pass()
    expect(told).toEqual(['detour sip:callee@10.0.0.7:5060'])
    const [ack] = rig.peer.requests('ACK')
    expect([ack!.uri, ack!.headers.get('CSeq')]).toEqual(['sip:callee@10.0.0.7:5060', '1 ACK'])
    call.hangUp()
    await rig.pass()
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass(40_000)
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us', confirmed: true })
    expect(told).toHaveLength(1)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is hung up there too when our BYE had left before', async () => {
    const { call, answer } = await answered(nowhere)
    call.hangUp()
    await rig.pass(500)
    expect(rig.peer.requests('BYE')).toHaveLength(0)
    answer()
    await rig.pass()
    expect(rig.peer.requests('ACK')).toHaveLength(1)
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us', confirmed: true })
  })

  it('takes the other way at once when the transport says that nothing was sent', async () => {
    const { told } = await answered(Headers.of(['Contact', '<sip:callee@10.0.0.7:5060;transport=tcp>']))
    await rig.pass()
    expect(told).toEqual(['detour sip:callee@10.0.0.7:5060;transport=tcp'])
    expect(rig.peer.requests('ACK')).toHaveLength(1)
  })

  it('has lost its ACK when copies go on after the last way was taken', async () => {
    const { told, answer } = await answered(nowhere)
    for (const ms of copiesAfterMs) {
      await rig.pass(ms)
      answer()
    }
    await rig.pass()
    expect(told).toEqual(['detour sip:callee@10.0.0.7:5060', 'ack lost', 'ack lost'])
  })
})

it('an answered call: one copy of its 200 may have crossed the ACK, several have not', async () => {
  const { told, answer } = await answered(contact)
  await rig.pass(500)
  answer()
  await rig.pass()
  expect(told).toEqual([])
  await rig.pass(1_000)
  answer()
  await rig.pass()
  expect(told).toEqual(['ack lost'])
})

describe('a 200 long after our CANCEL, when its transaction is over', () => {
  const late = async () => {
    const call = rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180)
    await rig.pass()
    call.hangUp()
    await rig.pass(60_000)
    expect(await call.ended).toMatchObject({ kind: 'cancelled', response: undefined })
    expect(rig.left).toEqual(nothingLeft)
    rig.peer.answer(invite, 200, { headers: contact, tag: 'late' })
    await rig.pass()
    return invite
  }

  it('is acknowledged and ended by BYE', async () => {
    const invite = await late()
    const [ack] = rig.peer.requests('ACK')
    expect(ack).toMatchObject({ uri: 'sip:callee@192.0.2.2:5060' })
    expect([ack!.callId, ack!.fromTag, ack!.toTag]).toEqual([invite.callId, invite.fromTag, 'late'])
    const [bye] = rig.peer.requests('BYE')
    expect([bye!.callId, bye!.fromTag, bye!.toTag, bye!.headers.get('CSeq')]).toEqual([
      ...[invite.callId, invite.fromTag, 'late', '2 BYE'],
    ])
    rig.peer.answer(bye!, 200)
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is acknowledged once more for each copy, with one BYE', async () => {
    const invite = await late()
    rig.peer.answer(invite, 200, { headers: contact, tag: 'late' })
    await rig.pass()
    expect(rig.peer.requests('ACK')).toHaveLength(2)
    expect(new Set(rig.peer.requests('BYE').map(({ branch }) => branch)).size).toBe(1)
  })
})
