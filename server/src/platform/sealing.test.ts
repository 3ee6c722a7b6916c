import { expect, it } from 'vitest'
import { seal, unseal } from './sealing.ts'

const key = Buffer.alloc(32, 7)

it('gives back what was sealed, and never seals the same way twice', () => {
  const sealed = seal(key, 'пароль 123')
  expect(unseal(key, sealed)).toBe('пароль 123')
  expect(seal(key, 'пароль 123')).not.toBe(sealed)
  expect(sealed).not.toContain('123')
})

it('refuses another key, a changed text and what was never sealed', () => {
  const sealed = seal(key, 'secret')
  expect(() => unseal(Buffer.alloc(32, 8), sealed)).toThrow()
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => unseal(key, changed)).toThrow()
  expect(() => unseal(key, 'secret')).toThrow('not a sealed text')
})
