import { expect, it } from 'vitest'
import type { CallRecord, Mode } from '../books/call.ts'
import { createLog } from '../platform/log.ts'
import type { CallEvent } from './machine.ts'
import { recoverCalls } from './settler.ts'

const hasher = { hash: (text: string) => Buffer.from(text) } as never

it('a call to a test number ends after a restart as its row says; every other one is abandoned', async () => {
  let outcomeOf: (call: CallRecord) => CallEvent = () => expect.unreachable()
  const settler = {
    recover: (asked: typeof outcomeOf) => {
      outcomeOf = asked
      return Promise.resolve(0)
    },
  } as never
  await recoverCalls(settler, hasher, createLog('info', { write: () => {} }))
  const after = (phone: string, mode: Mode = 'flash') =>
    outcomeOf({ phoneHash: Buffer.from(phone), mode } as Partial<CallRecord> as CallRecord)
  expect(after('79000000001')).toEqual({ kind: 'outcome', completed: true, reason: 'test number' })
  expect(after('79000000105')).toEqual({ kind: 'outcome', completed: true, reason: 'rang' })
  expect(after('79000000105', 'voice')).toEqual({ kind: 'outcome', completed: false, reason: 'not answered' })
  expect(after('79161234567')).toEqual({ kind: 'abandoned' })
})
