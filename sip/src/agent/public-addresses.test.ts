import { expect, it } from 'vitest'
import { AgentRig } from '../../test/simulation/agent-rig.ts'

const server = { transport: 'udp', address: '192.0.2.2' } as const

async function probed(learnsAddress: boolean): Promise<AgentRig> {
  const rig = new AgentRig({ learnsAddress })
  void rig.agent.options({ to: 'sip:192.0.2.2', from: 'sip:us@192.0.2.1' })
  await rig.pass()
  const options = rig.peer.request('OPTIONS')
  const via = options.headers.get('Via')!
  options.headers.set('Via', via.replace(';rport', ';rport=40123;received=203.0.113.9'))
  rig.peer.answer(options, 200)
  await rig.pass()
  return rig
}

it('public addresses: Via and Contact show a server the address it saw, and do not change for other servers', async () => {
  const rig = await probed(true)
  expect(rig.agent.publicAddress(server)).toEqual({ host: '203.0.113.9', port: 40123 })
  rig.call()
  rig.call({ to: 'sip:callee@192.0.2.3' })
  await rig.pass()
  const invite = rig.peer.request('INVITE')
  expect([invite.via.host, invite.via.port]).toEqual(['203.0.113.9', 40123])
  expect(invite.headers.get('Contact')).toBe('<sip:caller@203.0.113.9:40123>')
  expect(rig.second.request('INVITE').headers.get('Contact')).toBe('<sip:caller@192.0.2.1:5060>')
})

it('public addresses: an agent that does not learn its address keeps that of its socket', async () => {
  const rig = await probed(false)
  expect(rig.agent.publicAddress(server)).toBeUndefined()
  rig.call()
  await rig.pass()
  expect(rig.peer.request('INVITE').via.host).toBe('192.0.2.1')
})
