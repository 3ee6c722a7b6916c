import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../store.ts'
import { makeWriterThread } from './thread-maker.ts'
import { Writer } from './writer.ts'
import type { WriterData } from './writer-thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-writer-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('writer: on close it writes what waits, refuses new requests, and then ends', async () => {
  const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
  const numberLimits = { ...everywhere, everywhere }
  const writer = await Writer.start({ file: join(folder, 'a.db'), options: { numberLimits } }, (error) => {
    throw error
  })
  const before = writer.run('claimMeta', { name: 'before', value: 'here' })
  const closing = writer.close()
  const during = writer.run('claimMeta', { name: 'during', value: 'here' })
  await expect(during).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await before).toBe('here')
  await closing
  await expect(writer.run('heartbeat', 1)).rejects.toBeInstanceOf(StoreUnavailable)
})

it('writer: has loaded the operations of a service before it gets its first request', async () => {
  const operations =
    "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage('loaded')"
  const thread = makeWriterThread(operations)
  expect(await once(thread, 'message')).toEqual(['loaded'])
  await thread.terminate()
})

it('writer: after several requests at once the next ones wait for each other, and a lone one never waits', async () => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'performance'] })
  try {
    const sent: number[] = []
    const thread = Object.assign(new EventEmitter(), {
      postMessage: (message: unknown) => Array.isArray(message) && sent.push(message.length),
    })
    const starting = Writer.start({} as WriterData, () => {}, thread as unknown as Worker)
    thread.emit('message', 'ready')
    const writer = await starting
    const ask = (count: number) => {
      for (let asked = 0; asked < count; asked++) void writer.run('heartbeat', asked)
    }
    const askOneEachMs = async (count: number) => {
      for (let asked = 0; asked < count; asked++) {
        ask(1)
        await vi.advanceTimersByTimeAsync(1)
      }
    }
    await askOneEachMs(3)
    expect(sent.splice(0)).toEqual([1, 1, 1])
    ask(2)
    await vi.advanceTimersByTimeAsync(1)
    await askOneEachMs(3)
    expect(sent.splice(0)).toEqual([2, 3])
    ask(40)
    expect(sent.splice(0)).toEqual([16, 16])
    await vi.advanceTimersByTimeAsync(4)
    expect(sent.splice(0)).toEqual([8])
    await vi.advanceTimersByTimeAsync(4)
    await askOneEachMs(1)
    await vi.advanceTimersByTimeAsync(4)
    await askOneEachMs(2)
    expect(sent.splice(0)).toEqual([1, 1, 1])
  } finally {
    vi.useRealTimers()
  }
})
