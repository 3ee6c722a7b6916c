import { expect, it } from 'vitest'
import { readSettings } from '../config/settings.ts'
import { sipSettingsOf } from './sip-settings.ts'

const read = (environment: Record<string, string>) => sipSettingsOf(readSettings(environment))

it('SIP settings: listen on loopback by default', () => {
  expect(read({})).toEqual({
    listen: [{ host: '127.0.0.1', advertised: undefined }],
    port: 5060,
    tls: undefined,
    nameServers: [],
    rtpPorts: { firstPort: 20_000, lastPort: 29_999 },
  })
})

it('SIP settings: advertise another address behind NAT', () => {
  expect(read({ RINGKEY_SIP_HOST: '0.0.0.0', RINGKEY_SIP_ADVERTISED: '203.0.113.7' }).listen).toEqual([
    { host: '0.0.0.0', advertised: { host: '203.0.113.7', port: undefined } },
  ])
  expect(read({ RINGKEY_SIP_ADVERTISED: '[2001:db8::7]:5080' }).listen).toEqual([
    { host: '127.0.0.1', advertised: { host: '[2001:db8::7]', port: 5080 } },
  ])
})

it('SIP settings: listen on IPv4 and IPv6, and advertise the address of each family', () => {
  const both = { RINGKEY_SIP_HOST: '0.0.0.0,::', RINGKEY_SIP_ADVERTISED: '[2001:db8::7],203.0.113.7:5062' }
  expect(read(both).listen).toEqual([
    { host: '0.0.0.0', advertised: { host: '203.0.113.7', port: 5062 } },
    { host: '::', advertised: { host: '[2001:db8::7]', port: undefined } },
  ])
  expect(read({ RINGKEY_SIP_HOST: '192.0.2.1,2001:db8::1' }).listen).toEqual([
    { host: '192.0.2.1', advertised: undefined },
    { host: '2001:db8::1', advertised: undefined },
  ])
})

it.each([
  [{ RINGKEY_SIP_HOST: '0.0.0.0' }, 'RINGKEY_SIP_ADVERTISED'],
  [{ RINGKEY_SIP_ADVERTISED: 'two words' }, 'RINGKEY_SIP_ADVERTISED'],
  [{ RINGKEY_SIP_ADVERTISED: '0.0.0.0' }, 'RINGKEY_SIP_ADVERTISED'],
  [{ RINGKEY_SIP_ADVERTISED: 'sip.example.com:70000' }, 'RINGKEY_SIP_ADVERTISED'],
  [{ RINGKEY_SIP_HOST: '192.0.2.1,192.0.2.2' }, 'RINGKEY_SIP_HOST'],
  [{ RINGKEY_SIP_HOST: '192.0.2.1,::1,::2' }, 'RINGKEY_SIP_HOST'],
  [{ RINGKEY_SIP_HOST: '0.0.0.0,::', RINGKEY_SIP_ADVERTISED: '203.0.113.7' }, 'RINGKEY_SIP_ADVERTISED'],
  [{ RINGKEY_SIP_ADVERTISED: '203.0.113.7,203.0.113.8' }, 'RINGKEY_SIP_ADVERTISED'],
  [{ RINGKEY_SIP_PORT: '65535' }, 'RINGKEY_SIP_PORT'],
  [{ RINGKEY_SIP_NAME_SERVERS: 'ns.example.com' }, 'RINGKEY_SIP_NAME_SERVERS'],
  [{ RINGKEY_SIP_NAME_SERVERS: '10.0.0.53,10.0.0' }, 'RINGKEY_SIP_NAME_SERVERS'],
  [{ RINGKEY_RTP_PORTS: '20000' }, 'RINGKEY_RTP_PORTS'],
  [{ RINGKEY_RTP_PORTS: '30000-20000' }, 'RINGKEY_RTP_PORTS'],
  [{ RINGKEY_SIP_TLS_CERT: 'cert.pem' }, 'RINGKEY_SIP_TLS_KEY'],
] as [Record<string, string>, string][])('names the setting that is wrong: %j', (environment, name) => {
  expect(() => read(environment)).toThrow(name)
})
