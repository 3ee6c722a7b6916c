import { createSocket } from 'node:dgram'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { cachedResolver } from './cached-resolver.ts'
import type { Resolver } from './resolver.ts'
import { systemResolver } from './system-resolver.ts'

function counting(ttlSeconds: number) {
  const state = { asked: 0, broken: false, answer: ['192.0.2.1'] }
  const resolver: Resolver = {
    naptr: () => Promise.resolve({ records: [], ttlSeconds }),
    srv: () => Promise.resolve({ records: [], ttlSeconds }),
    async addresses() {
      state.asked++
      await Promise.resolve()
      if (state.broken) throw new Error('no name server')
      return { records: state.answer, ttlSeconds }
    },
  }
  return { state, resolver }
}

describe('cached resolver', () => {
  it('queries again only after the time to live', async () => {
    const clock = new ManualClock()
    const { state, resolver } = counting(30)
    const cached = cachedResolver(resolver, clock)
    await cached.addresses('Example.test')
    clock.advance(29_999)
    await cached.addresses('example.test')
    expect(state.asked).toBe(1)
    clock.advance(1)
    await cached.addresses('example.test')
    expect(state.asked).toBe(2)
  })

  it('sends one query for concurrent lookups of the same name', async () => {
    const { state, resolver } = counting(30)
    const cached = cachedResolver(resolver, new ManualClock())
    await Promise.all(Array.from({ length: 50 }, () => cached.addresses('example.test')))
    expect(state.asked).toBe(1)
  })

  it('limits the time to live at both ends', async () => {
    const clock = new ManualClock()
    const zero = counting(0)
    const short = cachedResolver(zero.resolver, clock)
    await short.addresses('a')
    await short.addresses('a')
    expect(zero.state.asked).toBe(1)
    const week = counting(604_800)
    const long = cachedResolver(week.resolver, clock)
    await long.addresses('a')
    clock.advance(3_600_000)
    await long.addresses('a')
    expect(week.state.asked).toBe(2)
  })

  it('keeps the last answer while DNS is down, and fails when there is none', async () => {
    const clock = new ManualClock()
    const { state, resolver } = counting(10)
    const cached = cachedResolver(resolver, clock)
    await cached.addresses('a')
    clock.advance(60_000)
    state.broken = true
    expect((await cached.addresses('a')).records).toEqual(['192.0.2.1'])
    await expect(cached.addresses('b')).rejects.toThrow('no name server')
    state.broken = false
    state.answer = ['192.0.2.2']
    // The first does not wait for the query that it causes.
    await expect.poll(async () => (await cached.addresses('a')).records).toEqual(['192.0.2.2'])
  })

  it('waits once for a name server that does not answer, and then uses the last answer at once', async () => {
    const clock = new ManualClock()
    const { resolver } = counting(10)
    const queries: PromiseWithResolvers<never>[] = []
    let isSilent = false
    const cached = cachedResolver(
      {
        ...resolver,
        addresses(name) {
          if (!isSilent) return resolver.addresses(name)
          queries.push(Promise.withResolvers())
          return queries.at(-1)!.promise
        },
      },
      clock,
    )
    await cached.addresses('a')
    clock.advance(60_000)
    isSilent = true
    const first = cached.addresses('a')
    queries[0]!.reject(new Error('no answer'))
    expect((await first).records).toEqual(['192.0.2.1'])
    for (let time = 0; time < 3; time++) expect((await cached.addresses('a')).records).toEqual(['192.0.2.1'])
    expect(queries).toHaveLength(2)
  })

  it('drops the oldest entry beyond its limit', async () => {
    const { state, resolver } = counting(3600)
    const cached = cachedResolver(resolver, new ManualClock())
    for (let index = 0; index <= 1000; index++) await cached.addresses(`name${index}`)
    expect(state.asked).toBe(1001)
    await cached.addresses('name1')
    expect(state.asked).toBe(1001)
    await cached.addresses('name0')
    expect(state.asked).toBe(1002)
  })
})

describe('system resolver', () => {
  it('does not wait for a name server that drops AAAA queries, and asks again soon', async () => {
    const dropped: Buffer[] = []
    const server = createSocket('udp4').on('message', (query, { port, address }) => {
      const question = query.subarray(12, query.indexOf(0, 12) + 5)
      if (question.readUInt16BE(question.length - 4) === 28) return void dropped.push(query)
      const head = Buffer.concat([query.subarray(0, 2), Buffer.from('81800001000100000000', 'hex')])
      const record = Buffer.from('c00c0001000100000e100004c0000202', 'hex')
      server.send(Buffer.concat([head, question, record]), port, address)
    })
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
    const resolver = systemResolver([`127.0.0.1:${server.address().port}`])
    expect(await resolver.addresses('four.test')).toEqual({ records: ['192.0.2.2'], ttlSeconds: 10 })
    // It would be sent again before it fails.
    expect(dropped).toHaveLength(1)
    server.close()
  })

  it('reads the hosts file', async () => {
    const { records } = await systemResolver().addresses('localhost')
    expect(records.some((address) => address === '127.0.0.1' || address === '::1')).toBe(true)
  })
})
