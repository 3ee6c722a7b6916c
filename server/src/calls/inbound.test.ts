import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { CallRecord } from '../books/call.ts'
import { systemClock } from '../platform/system-clock.ts'
import { InboundCalls, type InboundDeps } from './inbound.ts'

it('a test number of a step while the store is away: its call is lost, and the service goes on', async () => {
  const away = () => Promise.reject(new Error('the store is away'))
  const deps = {
    store: { verificationOfStep: away },
    clock: systemClock,
    hasher: { hash: (text: string) => Buffer.from(text) },
  } as unknown as InboundDeps
  const signal = AbortSignal.timeout(200)
  const unhandled = once(process, 'unhandledRejection', { signal }).then(
    ([error]) => error,
    () => 'nothing',
  )
  const record = { phoneHash: Buffer.from('79000000001'), callbackUrl: '', startedAt: systemClock.now() }
  new InboundCalls(deps).expectTestCall(record as unknown as CallRecord)
  expect(await unhandled).toBe('nothing')
})
