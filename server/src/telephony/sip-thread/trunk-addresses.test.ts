import { expect, it } from 'vitest'
import { trunkAt } from '../../../test/sip-and-peer.ts'
import { TrunkAddresses } from './trunk-addresses.ts'

const none = { records: [], ttlSeconds: 60 }
const records: Record<string, readonly string[]> = {
  'both.test': ['192.0.2.7', '2001:db8::7'],
  'six.test': ['2001:db8::8'],
}
const addresses = new TrunkAddresses({
  naptr: async () => none,
  srv: async () => none,
  addresses: async (name) => ({ records: records[name] ?? [], ttlSeconds: 60 }),
})
const trunk = (name: string, settings: Parameters<typeof trunkAt>[1]) => ({
  ...trunkAt(5060, settings),
  name,
})

it('trunk addresses: a message over IPv6 belongs to the trunk whose host, proxy or trusted range has its address', async () => {
  const known = await addresses.learn([
    trunk('both', { host: 'both.test' }),
    trunk('proxied', { host: 'nowhere.test', proxy: '[2001:db8:1::9]:5070' }),
    trunk('trusting', { host: 'six.test', trustedSources: ['2001:db8:ffff::/48'] }),
  ])
  const of = (address: string) => addresses.trunkOf({ address, port: 5060 })?.name
  expect(of('2001:db8::7')).toBe('both')
  expect(of('192.0.2.7')).toBe('both')
  expect(of('2001:db8:1::9')).toBe('proxied')
  expect(of('2001:db8:ffff:1::5')).toBe('trusting')
  expect(of('2001:db8:fffe::5')).toBeUndefined()
  expect(known).toContain('2001:db8:ffff::/48')
  expect(addresses.of('both')).toEqual(['192.0.2.7', '2001:db8::7'])
})

it('trunk addresses: a slow lookup for older settings does not replace what the newer ones say', async () => {
  const slow = Promise.withResolvers<typeof none>()
  const sut = new TrunkAddresses({
    naptr: async () => none,
    srv: async () => none,
    addresses: () => slow.promise,
  })
  const older = sut.learn([trunk('moved', { host: 'slow.test', trustedSources: ['198.51.100.1'] })])
  expect(await sut.learn([trunk('moved', { host: '192.0.2.7', trustedSources: [] })])).toEqual(['192.0.2.7'])
  slow.resolve(none)
  expect(await older).toEqual(['192.0.2.7'])
  expect(sut.trunkOf({ address: '192.0.2.7', port: 5060 })?.name).toBe('moved')
  expect(sut.trunkOf({ address: '198.51.100.1', port: 5060 })).toBeUndefined()
})
