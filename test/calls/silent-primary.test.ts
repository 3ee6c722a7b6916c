// A carrier with two servers by SRV. The first one is dead: it takes every datagram and says nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NameServer, startNameServer } from '../../dev/carriers/name-server.ts'
import { type Callee, startCallee } from '../phones/callee.ts'
import { rings } from '../phones/scenarios/rings.ts'
import { type CallRig, startCallRig } from './rig.ts'

/** Of the whole time that the trunk has for its first word. */
const responseTimeoutMs = 5_000
let primary: Callee
let secondary: Callee
let names: NameServer
let rig: CallRig

beforeAll(async () => {
  primary = await startCallee(rings)
  secondary = await startCallee(rings)
  primary.isSilent = true
  names = await startNameServer({
    srv: {
      '_sip._udp.carrier.test': [
        { priority: 10, port: primary.port, name: 'one.carrier.test' },
        { priority: 20, port: secondary.port, name: 'two.carrier.test' },
      ],
    },
    a: { 'one.carrier.test': '127.0.0.1', 'two.carrier.test': '127.0.0.1' },
  })
  const settings = { host: 'carrier.test', responseTimeoutMs, flashRingMs: 300 }
  rig = await startCallRig(
    [
      { name: 'unasked', port: 0, settings: { ...settings, port: null, prefixes: ['79161'] } },
      {
        name: 'asked',
        port: 0,
        settings: { ...settings, port: null, prefixes: ['79162'], optionsSeconds: 5 },
      },
    ],
    {
      RINGKEY_SIP_HOST: '0.0.0.0',
      RINGKEY_SIP_ADVERTISED: '127.0.0.1',
      RINGKEY_SIP_NAME_SERVERS: `127.0.0.1:${names.port}`,
    },
  )
})
afterAll(async () => {
  await rig.stop()
  for (const peer of [primary, secondary, names]) await peer.close()
})

async function flash(phone: string) {
  const { id } = await rig.call(phone)
  await rig.ended(id)
  const { reason, details } = await rig.detailsOf(id)
  return { reason, pddMs: details.pddMs ?? 0 }
}

const invitesTo = (callee: Callee) => callee.unanswered.filter((method) => method === 'INVITE').length

it('SRV pair, silent primary: a call moves on within two seconds, the next one goes to the live server', async () => {
  const first = await flash('79161234567')
  expect(first.reason).toBe('rang')
  expect(first.pddMs).toBeLessThan(2_500)
  // The transport of the trunk is set: NAPTR is not asked for, and this name server would refuse it.
  expect(names.refused).toEqual([])
  const tried = invitesTo(primary)
  const second = await flash('79161234568')
  expect(second.reason).toBe('rang')
  expect(second.pddMs).toBeLessThan(1_000)
  expect(invitesTo(primary)).toBe(tried)
})

it('SRV pair, silent primary: health is told for each server, and the primary is used again once it answers', async () => {
  const metrics = async () => (await fetch(rig.metricsUrl)).text()
  const gauge = (callee: Callee, value: number) =>
    `ringkey_trunk_server_reachable{trunk="asked",server="127.0.0.1:${callee.port}"} ${value}`
  await expect.poll(metrics).toContain(gauge(primary, 0))
  expect(await metrics()).toContain(gauge(secondary, 1))
  expect(await metrics()).toContain('ringkey_trunk_reachable{trunk="asked"} 1')
  expect(rig.logged.join('')).toContain('trunk-server-silent')
  primary.isSilent = false
  await expect.poll(metrics).toContain(gauge(primary, 1))
  expect((await flash('79162234567')).reason).toBe('rang')
  expect(primary.calls).toHaveLength(1)
})
