import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256, shortHmac } from './sha256.ts'

it('sha256: gives the same hashes as Node', () => {
  fc.assert(
    fc.property(fc.string(), (text) => sha256(text).equals(createHash('sha256').update(text).digest())),
  )
})

it('shortHmac: gives the same results as createHmac, one after another under one key', () => {
  const key = fc.uint8Array({ maxLength: 64 })
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 64 })
  fc.assert(
    fc.property(key, fc.array(digits, { maxLength: 5 }), (bytes, texts) => {
      const hmac = shortHmac(Buffer.from(bytes))
      return texts.every((text) => hmac(text).equals(createHmac('sha256', bytes).update(text).digest()))
    }),
  )
})

it('shortHmac: refuses texts and keys that are too long', () => {
  expect(() => shortHmac(Buffer.alloc(65))).toThrow('64 bytes')
  expect(() => shortHmac(Buffer.alloc(1))('1'.repeat(65))).toThrow('64 characters')
})

it('hashes: have memory of their own, because a message to another thread copies all memory that a buffer shares', () => {
  const hashes = [sha256('text'), shortHmac(Buffer.alloc(32))('79161234567')]
  expect(hashes.map((hash) => hash.buffer.byteLength)).toEqual([32, 32])
})
