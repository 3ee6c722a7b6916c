import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { place, sipSettings } from '../../../test/sip-and-peer.ts'
import type { SipCommand, SipEvent } from './messages.ts'
import { SipThread } from './thread-handle.ts'

it('SIP thread: measures how late it is while calls are placed, and reports no echo to others', async () => {
  const delays: number[] = []
  const events: SipEvent[] = []
  const sip = await SipThread.start(
    { settings: sipSettings() },
    {
      onEvent: (event) => events.push(event),
      onDelay: (delayMs) => delays.push(delayMs),
      onCrash: (error) => {
        throw error
      },
    },
  )
  try {
    sip.send({ kind: 'trunks', trunks: [] })
    expect(delays).toEqual([])
    sip.send({ ...place, id: 1, routes: [] })
    sip.send({ ...place, id: 2, routes: [] })
    await expect.poll(() => events.filter(({ kind }) => kind === 'settled').length).toBe(2)
    await expect.poll(() => delays.length).toBe(1)
    expect(delays[0]).toBeGreaterThan(0)
    expect(events.filter(({ kind }) => kind === 'echo')).toEqual([])
  } finally {
    await sip.close()
  }
})

it('SIP thread: gets commands before the end of a long turn, and the echo at its end', async () => {
  const sent: SipCommand[] = []
  const thread = Object.assign(new EventEmitter(), {
    postMessage(message: SipCommand[] | object) {
      if (Array.isArray(message)) sent.push(...message)
      else setImmediate(() => thread.emit('message', { kind: 'ready', port: 1 }))
    },
  })
  const sip = await SipThread.start(
    { settings: sipSettings() },
    { onEvent: () => {}, onDelay: () => {}, onCrash: () => {} },
    thread as unknown as Worker,
  )
  for (let id = 0; id < 20; id++) sip.send({ ...place, id, routes: [] })
  expect(sent.map(({ kind }) => kind)).toEqual(Array.from({ length: 16 }, () => 'place'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent.slice(16).map(({ kind }) => kind)).toEqual(['place', 'place', 'place', 'place', 'echo'])
})
