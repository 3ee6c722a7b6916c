import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnSourceMs, MediaSource } from './media-source.ts'

const at = (address: string, port: number) => ({ address, port, rtcpPort: port + 1 })
const early = at('192.0.2.1', 4000)
const answer = at('192.0.2.2', 5000)

describe('where media goes', () => {
  it('described address: is kept once packets have come from it', () => {
    const source = new MediaSource()
    source.describe(answer, 0)
    expect(source.take(5000, '192.0.2.2', 10)).toBe('peer')
    expect(source.take(5002, '192.0.2.2', 20)).toBe('peer')
    expect(source.target).toEqual(answer)
  })

  it('another port of the described address: is learned once, shortly after the description', () => {
    const source = new MediaSource()
    source.describe(answer, 0)
    source.take(6000, '192.0.2.2', 10)
    source.take(6002, '192.0.2.2', 20)
    expect(source.target).toEqual(at('192.0.2.2', 6000))
  })

  it('another port of the described address: is not learned later', () => {
    const source = new MediaSource()
    source.describe(answer, 0)
    expect(source.take(6000, '192.0.2.2', learnSourceMs)).toBe('peer')
    expect(source.target).toEqual(answer)
  })

  it('the same address in 183 and 200: the answer restarts the time to learn', () => {
    const source = new MediaSource()
    source.describe(answer, 0)
    source.describe(answer, 10_000)
    source.take(6000, '192.0.2.2', 10_100)
    expect(source.target).toEqual(at('192.0.2.2', 6000))
  })

  it('an address that the owner trusts: is learned like the described one', () => {
    const source = new MediaSource((address) => address.startsWith('203.0.113.'))
    source.describe(answer, 0)
    expect(source.take(7000, '203.0.113.9', 10)).toBe('peer')
    expect(source.target).toEqual(at('203.0.113.9', 7000))
  })

  it('a late packet of early media: does not redirect the media to the early address', () => {
    const source = new MediaSource()
    source.describe(early, 0)
    source.take(4000, '192.0.2.1', 10)
    source.describe(answer, 1_000)
    expect(source.take(4000, '192.0.2.1', 1_010)).toBe('former')
    expect(source.target).toEqual(answer)
  })

  it('a late packet of early media from another port of the same gateway: does not redirect the media either', () => {
    const source = new MediaSource()
    source.describe(at('192.0.2.2', 4000), 0)
    source.describe(answer, 1_000)
    expect(source.take(4000, '192.0.2.2', 1_010)).toBe('former')
    expect(source.target).toEqual(answer)
  })

  it('a description that returns to an earlier address: is followed', () => {
    const source = new MediaSource()
    for (const place of [early, answer, early]) source.describe(place, 0)
    expect(source.take(4000, '192.0.2.1', 10)).toBe('peer')
    expect(source.target).toEqual(early)
  })

  it('any packets in any order: media goes only to described or trusted addresses', () => {
    const addresses = fc.constantFrom(
      '192.0.2.1',
      '192.0.2.2',
      '203.0.113.9',
      '198.51.100.66',
      '198.51.100.67',
    )
    const step = fc.record({
      isDescription: fc.boolean(),
      address: addresses,
      port: fc.integer({ min: 1, max: 6 }),
      waitMs: fc.nat(3_000),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const source = new MediaSource((address) => address === '203.0.113.9')
        let newest = ''
        let nowMs = 0
        for (const { isDescription, address, port, waitMs } of steps) {
          nowMs += waitMs
          if (isDescription) source.describe(at(address, port), nowMs)
          else source.take(port, address, nowMs)
          if (isDescription) newest = address
          expect(['203.0.113.9', newest]).toContain(source.target.address)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
