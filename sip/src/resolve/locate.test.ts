import { describe, expect, it } from 'vitest'
import type { Random } from '../random.ts'
import type { TransportName } from '../transport/transport.ts'
import { locate, type Target } from './locate.ts'
import type { NaptrRecord, Resolver, SrvRecord } from './resolver.ts'
import { orderSrv } from './srv-order.ts'

interface Zone {
  naptr?: Record<string, NaptrRecord[]>
  srv?: Record<string, SrvRecord[]>
  addresses?: Record<string, string[]>
}

const firstDraw: Random = { below: () => 0, hex: () => '' }

function seeded(seed: number): Random {
  let state = seed
  return {
    below(limit) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    },
    hex: () => '',
  }
}

function resolverOf(zone: Zone, asked: string[] = []): Resolver {
  const answer = <T>(kind: string, records: Record<string, T[]> | undefined, name: string) => {
    asked.push(`${kind} ${name}`)
    return Promise.resolve({ records: records?.[name] ?? [], ttlSeconds: 60 })
  }
  return {
    naptr: (name) => answer('NAPTR', zone.naptr, name),
    srv: (name) => answer('SRV', zone.srv, name),
    addresses: (name) => answer('A', zone.addresses, name),
  }
}

async function found(
  target: Target,
  zone: Zone = {},
  transports: TransportName[] = ['udp', 'tcp', 'tls'],
  asked: string[] = [],
) {
  const all: string[] = []
  for await (const one of locate(target, {
    resolver: resolverOf(zone, asked),
    random: firstDraw,
    transports,
  })) {
    all.push(`${one.transport} ${one.address} ${one.port}${one.transport === 'tls' ? ` ${one.tlsName}` : ''}`)
  }
  return all
}

const srv = (priority: number, weight: number, port: number, name: string) => ({
  priority,
  weight,
  port,
  name,
})
const naptr = (order: number, preference: number, service: string, replacement: string) => ({
  order,
  preference,
  flags: 's',
  service,
  replacement,
})

const zone: Zone = {
  naptr: {
    'example.test': [
      naptr(20, 1, 'SIP+D2U', '_sip._udp.example.test'),
      naptr(10, 2, 'SIP+D2T', '_sip._tcp.example.test'),
      naptr(10, 1, 'SIPS+D2T', '_sips._tcp.example.test'),
      naptr(5, 1, 'SIP+D2S', '_sip._sctp.example.test'),
    ],
  },
  srv: {
    '_sips._tcp.example.test': [srv(1, 0, 5071, 'a.example.test')],
    '_sip._tcp.example.test': [srv(1, 0, 5070, 'a.example.test')],
    '_sip._udp.example.test': [srv(2, 0, 5062, 'b.example.test'), srv(1, 0, 5061, 'a.example.test')],
  },
  addresses: {
    'a.example.test': ['192.0.2.1'],
    'b.example.test': ['192.0.2.2', '2001:db8::2'],
    'example.test': ['192.0.2.9'],
  },
}

describe('locating servers by RFC 3263', () => {
  it.each<[string, Target, string[]]>([
    ['an address', { host: '192.0.2.1' }, ['udp 192.0.2.1 5060']],
    ['an IPv6 address in brackets', { host: '[2001:db8::1]', port: 5099 }, ['udp 2001:db8::1 5099']],
    ['sips with an address', { host: '192.0.2.1', secure: true }, ['tls 192.0.2.1 5061 192.0.2.1']],
    ['a transport and an address', { host: '192.0.2.1', transport: 'tcp' }, ['tcp 192.0.2.1 5060']],
    ['a name with a port', { host: 'example.test', port: 5080 }, ['udp 192.0.2.9 5080']],
    [
      'a name with a transport',
      { host: 'example.test', transport: 'udp' },
      ['udp 192.0.2.1 5061', 'udp 192.0.2.2 5062', 'udp 2001:db8::2 5062'],
    ],
    [
      'a bare name, by NAPTR order and preference',
      { host: 'example.test' },
      [
        'tls 192.0.2.1 5071 example.test',
        'tcp 192.0.2.1 5070',
        'udp 192.0.2.1 5061',
        'udp 192.0.2.2 5062',
        'udp 2001:db8::2 5062',
      ],
    ],
    ['sips, only where TLS is', { host: 'example.test', secure: true }, ['tls 192.0.2.1 5071 example.test']],
    [
      'sips with transport=tcp, which means TLS over it',
      { host: 'example.test', secure: true, transport: 'tcp' },
      ['tls 192.0.2.1 5071 example.test'],
    ],
    ['a name that is nowhere', { host: 'nowhere.test' }, []],
  ])('%s', async (_, target, expected) => {
    expect(await found(target, zone)).toEqual(expected)
  })

  it('falls back to SRV without NAPTR, and to addresses without SRV', async () => {
    const { naptr: _, ...withoutNaptr } = zone
    expect(await found({ host: 'example.test' }, withoutNaptr, ['udp'])).toEqual([
      'udp 192.0.2.1 5061',
      'udp 192.0.2.2 5062',
      'udp 2001:db8::2 5062',
    ])
    expect(await found({ host: 'example.test' }, { addresses: zone.addresses! })).toEqual([
      'udp 192.0.2.9 5060',
    ])
  })

  it('a name server refuses the SRV query of one transport: the others are found, and without SRV the address', async () => {
    const refusing = (refused: string, zone: Zone): Resolver => {
      const resolver = resolverOf(zone)
      const srvOf = resolver.srv
      return {
        ...resolver,
        srv: (name) => (name === refused ? Promise.reject(new Error('EREFUSED')) : srvOf(name)),
      }
    }
    const first = async (resolver: Resolver) => {
      const locating = { resolver, random: firstDraw, transports: ['udp', 'tcp', 'tls'] as const }
      return (await locate({ host: 'example.test' }, locating).next()).value
    }
    const addresses = { addresses: zone.addresses! }
    expect(await first(refusing('_sip._tcp.example.test', addresses))).toMatchObject({
      transport: 'udp',
      address: '192.0.2.9',
    })
    expect(await first(refusing('_sips._tcp.example.test', zone))).toMatchObject({
      transport: 'tcp',
      port: 5070,
    })
    // Servers of the default transport may exist: their lookup has to be repeated.
    await expect(first(refusing('_sip._udp.example.test', addresses))).rejects.toThrow('EREFUSED')
  })

  it('goes on to the next server when the address of one cannot be looked up', async () => {
    const resolver = resolverOf(zone)
    const failing = (...names: string[]): Resolver => ({
      ...resolver,
      addresses: (name) =>
        names.includes(name) ? Promise.reject(new Error('ESERVFAIL')) : resolver.addresses(name),
    })
    const all = async (resolver: Resolver) => {
      const locating = { resolver, random: firstDraw, transports: ['udp'] as const }
      const servers: string[] = []
      for await (const { address } of locate({ host: 'example.test' }, locating)) servers.push(address)
      return servers
    }
    expect(await all(failing('a.example.test'))).toEqual(['192.0.2.2', '2001:db8::2'])
    expect(await all(failing('b.example.test'))).toEqual(['192.0.2.1'])
    await expect(all(failing('a.example.test', 'b.example.test'))).rejects.toThrow('ESERVFAIL')
  })

  it('uses only transports that are open here', async () => {
    expect(await found({ host: 'example.test' }, zone, ['tcp'])).toEqual(['tcp 192.0.2.1 5070'])
    expect(await found({ host: 'example.test', transport: 'tls' }, zone, ['udp'])).toEqual([])
    expect(await found({ host: '192.0.2.1', secure: true }, zone, ['udp', 'tcp'])).toEqual([])
  })

  it('queries no more than the caller consumes', async () => {
    const asked: string[] = []
    const servers = locate(
      { host: 'example.test', transport: 'udp' },
      { resolver: resolverOf(zone, asked), random: firstDraw, transports: ['udp'] },
    )
    expect((await servers.next()).value).toMatchObject({ address: '192.0.2.1' })
    await servers.return()
    expect(asked).toEqual(['SRV _sip._udp.example.test', 'A a.example.test'])
  })

  it('treats a target of "." as "no service" and does not fall back', async () => {
    const refused = { srv: { '_sip._udp.example.test': [srv(0, 0, 0, '.')] }, addresses: zone.addresses! }
    expect(await found({ host: 'example.test', transport: 'udp' }, refused)).toEqual([])
  })

  it('returns no more servers than its limit', async () => {
    const many = { addresses: { 'example.test': Array.from({ length: 99 }, (_, n) => `192.0.2.${n}`) } }
    expect(await found({ host: 'example.test', port: 5060 }, many)).toHaveLength(16)
  })
})

describe('SRV order', () => {
  it('never puts a worse priority before a better one', () => {
    const records = [srv(20, 100, 1, 'c'), srv(10, 0, 1, 'a'), srv(10, 100, 1, 'b')]
    for (let seed = 0; seed < 200; seed++) {
      const names = orderSrv(records, seeded(seed)).map(({ name }) => name)
      expect(names[2]).toBe('c')
      expect([...names].sort()).toEqual(['a', 'b', 'c'])
    }
  })

  it('distributes calls by weight', () => {
    const records = [srv(1, 60, 1, 'a'), srv(1, 30, 1, 'b'), srv(1, 10, 1, 'c')]
    const random = seeded(7)
    const first = { a: 0, b: 0, c: 0 } as Record<string, number>
    for (let draw = 0; draw < 10_000; draw++) first[orderSrv(records, random)[0]!.name]!++
    expect(first.a! / 10_000).toBeCloseTo(0.6, 1)
    expect(first.b! / 10_000).toBeCloseTo(0.3, 1)
    expect(first.c! / 10_000).toBeCloseTo(0.1, 1)
  })

  it('gives a server of weight 0 a small chance', () => {
    const records = [srv(1, 99, 1, 'a'), srv(1, 0, 1, 'z')]
    const random = seeded(11)
    let first = 0
    for (let draw = 0; draw < 10_000; draw++) if (orderSrv(records, random)[0]!.name === 'z') first++
    expect(first).toBeGreaterThan(20)
    expect(first).toBeLessThan(500)
  })
})

it('skips addresses of an IP family that is not open', async () => {
  const servers: string[] = []
  const resolver = resolverOf({ addresses: { 'both.test': ['192.0.2.1', '2001:db8::1'] } })
  const reaches = (_: TransportName, address: string) => address.includes(':')
  const locating = { resolver, random: firstDraw, transports: ['udp'], reaches } as const
  for await (const { address } of locate({ host: 'both.test', port: 5060 }, locating)) servers.push(address)
  expect(servers).toEqual(['2001:db8::1'])
})
