import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { StoreUnavailable } from '../store.ts'
import { makeWriterThread } from './thread-maker.ts'
import { Writer } from './writer.ts'

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
