// Carriers over IPv6, beside one over IPv4.
import type { SipRequest } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NameServer, startNameServer } from '../../dev/carriers/name-server.ts'
import { type Callee, startCallee } from '../phones/callee.ts'
import { openCaller } from '../phones/caller.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { heardPieces, wholeSpeech } from './heard-pieces.ts'
import { type CallRig, startCallRig } from './rig.ts'

const invites: SipRequest[] = []
let phone: RtpPhone
let six: Callee
let four: Callee
let names: NameServer
let rig: CallRig

beforeAll(async () => {
  phone = await RtpPhone.open('::1')
  six = await startCallee(async (call) => {
    invites.push(call.invite)
    call.say(180)
    // Another way to write ::1, as carriers do.
    if (call.invite.uri.includes('9999999@')) call.say(200, { sdp: phone.describe({ address: '0:0::0:1' }) })
  }, '::1')
  four = await startCallee(async (call) => {
    invites.push(call.invite)
    call.say(180)
  })
  const loopback = Buffer.alloc(16)
  loopback[15] = 1
  names = await startNameServer({
    srv: {},
    a: {},
    aaaa: { 'six.carrier.test': loopback },
  })
  const settings = { flashRingMs: 300, optionsSeconds: 5 }
  const literal = { ...settings, host: '[0:0:0:0:0:0:0:1]', prefixes: ['79161', '79169'] }
  rig = await startCallRig(
    [
      { name: 'literal', port: six.port, settings: literal },
      {
        name: 'named',
        port: six.port,
        settings: { ...settings, host: 'six.carrier.test', prefixes: ['79162'] },
      },
      { name: 'four', port: four.port, settings: { ...settings, prefixes: ['79163'] } },
    ],
    {
      RINGKEY_SIP_HOST: '0.0.0.0,::',
      RINGKEY_SIP_ADVERTISED: '127.0.0.1,[::1]',
      RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
      RINGKEY_SIP_NAME_SERVERS: `127.0.0.1:${names.port}`,
    },
  )
})
afterAll(async () => {
  await rig.stop()
  for (const peer of [six, four, names, phone]) await peer.close()
})

async function flash(number: string) {
  const { id } = await rig.call(number)
  await rig.ended(id)
  const { headers, body, via, uri } = invites.at(-1)!
  const sdp = Buffer.from(body).toString()
  return {
    reason: (await rig.detailsOf(id)).reason,
    uri: uri.replace(/:\d+$/, ''),
    via: via.host,
    contact: /@(.*?):\d+>/.exec(headers.get('Contact') ?? '')?.[1],
    connection: /^c=(.*)\r$/m.exec(sdp)?.[1],
  }
}

it.each([
  ['an IPv6 address', '79161234567', '[0:0:0:0:0:0:0:1]'],
  ['a name with an AAAA record', '79162234567', 'six.carrier.test'],
])('trunk with %s: the call rings, and everything says IPv6', async (_, number, host) => {
  expect(await flash(number)).toEqual({
    reason: 'rang',
    uri: `sip:+${number}@${host}`,
    via: '[::1]',
    contact: '[::1]',
    connection: 'IN IP6 ::1',
  })
})

it('trunk with an IPv4 address beside them: the call rings, and everything says IPv4', async () => {
  expect(await flash('79163234567')).toMatchObject({
    reason: 'rang',
    via: '127.0.0.1',
    contact: '127.0.0.1',
    connection: 'IN IP4 127.0.0.1',
  })
})

it('voice call over IPv6: the code is heard', async () => {
  phone.forget()
  const { id } = await rig.call('79169999999', { voice: 1, code: '0472' })
  expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
  expect((await rig.detailsOf(id)).reason).toBe('spoken')
  expect(heardPieces(phone.heard, 'ru')).toEqual(wholeSpeech('0472'))
})

it('OPTIONS over IPv6: the server that answers is told with its brackets', async () => {
  const gauge = `ringkey_trunk_server_reachable{trunk="literal",server="[::1]:${six.port}"} 1`
  await expect.poll(async () => (await fetch(rig.metricsUrl)).text()).toContain(gauge)
})

it('inbound call over IPv6: confirms the call, and counts for its trunk', async () => {
  await rig.store.addConfirmationNumbers({ numbers: ['74957770001'], demo: false })
  const phone = '79165550001'
  let id = 0
  const isWaiting = async () => {
    const callback_url = 'http://127.0.0.1:9/hook'
    const { body } = await rig.api('inboundCallWaiting', { phone, callback_url })
    id = body.vendor_id
    return body.status
  }
  // The service notices the new number within two seconds.
  await expect.poll(isWaiting).toBe(true)
  // Each address has a port of its own here; calls over IPv6 have told theirs.
  const { port } = invites.find(({ via }) => via.host === '[::1]')!.via
  const caller = await openCaller('::1', port!)
  const from = `<sip:+${phone}@[::1]>`
  const headers = [`P-Asserted-Identity: ${from}`]
  expect(await caller.dial({ called: '74957770001', from, headers })).toBe(486)
  caller.close()
  expect(await rig.ended(id)).toMatchObject({ call_status: 1 })
  expect((await rig.detailsOf(id)).reason).toBe('called')
})
