import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NewestMap } from './newest-map.ts'

const change = fc.record({
  key: fc.integer({ min: 0, max: 12 }),
  value: fc.option(fc.integer(), { nil: undefined }),
})

it('newest map: has at least the newest entries, and never twice as many', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (changes, least) => {
      const map = new NewestMap<number, number>(least)
      // In the order of their last `set`, the oldest first. A deleted entry keeps its place, with undefined.
      const all = new Map<number, number | undefined>()
      for (const { key, value } of changes) {
        if (value === undefined) {
          map.delete(key)
          if (all.has(key)) all.set(key, undefined)
        } else {
          map.set(key, value)
          all.delete(key)
          all.set(key, value)
        }
        expect(map.size).toBeLessThan(2 * least)
        for (const [known, expected] of [...all].slice(-least)) expect(map.get(known)).toBe(expected)
        for (const [known, expected] of all) expect([expected, undefined]).toContain(map.get(known))
      }
    }),
  )
})
