import { expect, it } from 'vitest'
import { systemRandom } from '../random.ts'
import { CallTraces } from './call-traces.ts'

const tracesOf = (key: string, share: number) =>
  new CallTraces({ span: () => {} }, Buffer.from(key), share, systemRandom)
const ids = Array.from({ length: 20_000 }, (_, index) => String(100_000 + index))

it.each([0.01, 0.05, 0.5])('traces: a share of %d of the ids that follow each other is sampled', (share) => {
  const sampled = ids.filter((id) => tracesOf('a key', share).isSampled(id)).length
  const deviation = Math.sqrt(ids.length * share * (1 - share))
  expect(Math.abs(sampled - ids.length * share)).toBeLessThan(4 * deviation)
})

it('traces: all nodes of an installation sample the same ids, another installation samples others', () => {
  const chosen = (key: string) => {
    const traces = tracesOf(key, 0.05)
    return ids.filter((id) => traces.isSampled(id))
  }
  expect(chosen('a key')).toEqual(chosen('a key'))
  const others = new Set(chosen('another key'))
  expect(chosen('a key').filter((id) => others.has(id)).length).toBeLessThan(150)
})

it('traces: everything is sampled at 100 %', () => {
  const traces = tracesOf('a key', 1)
  expect(ids.every((id) => traces.isSampled(id))).toBe(true)
})
