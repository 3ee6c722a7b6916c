import type { Clock } from '@ringkey/sip'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MessageRing } from './message-ring.ts'

const peer = { address: '127.0.0.1', port: 5060, transport: 'udp' } as const
const clock = { nowMs: () => 1_000 } as Clock

it('message ring: gives the newest messages whole and in order, as many as fit', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 60 }), (messages) => {
      const ring = new MessageRing(clock, 100, 16)
      for (const [atMs, bytes] of messages.entries())
        ring.add({ direction: 'sent', atMs, peer, bytes, message: undefined })
      const kept = [...ring.kept()]
      const newest = messages.slice(messages.length - kept.length)
      expect(kept.map(({ bytes }) => [...bytes])).toEqual(newest.map((bytes) => [...bytes]))
      // Two messages of 40 bytes and the unused end of the buffer are always kept.
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(1, messages.length))
      if (messages.every(({ length }) => length <= 5)) expect(kept.length).toBe(Math.min(16, messages.length))
    }),
  )
})

it('message ring: a message that is larger than the ring is not kept', () => {
  const ring = new MessageRing(clock, 10, 16)
  ring.add({ direction: 'received', atMs: 0, peer, bytes: new Uint8Array(11), message: undefined })
  expect([...ring.kept()]).toEqual([])
})
