import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { attemptOf } from '../../test/attempt.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { startReceiver } from '../../test/receiver.ts'
import { bodySchema } from './body.ts'
import { CallbackGuard } from './callback-guard.ts'

const clock = new ManualClock()
const guard = new CallbackGuard({ clock, allowedRanges: ['127.0.0.0/8'] })

it('webhook body: has the fields and types of the contract, with operators only for a ported number', async () => {
  const receiver = await startReceiver()
  for (const portedTo of ['', 'Бета']) await attemptOf(receiver.url, { clock, guard, call: { portedTo } })
  const both = {
    callId: '100000',
    callbackLink: receiver.url,
    clientNumber: '79161234567',
    confirmationNumber: '74951230001',
    regionName: 'Moscow',
  }
  expect(receiver.received.map(({ body }) => body)).toEqual([
    { ...both, isMnp: false, operatorName: '', operatorNameMnp: '' },
    { ...both, isMnp: true, operatorName: 'Alpha', operatorNameMnp: 'Бета' },
  ])
  await receiver.close()
})

it('webhook body: has the names that its page tells receivers', () => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const example = /^\{"callId".*\}$/m.exec(page)![0]
  const { callerIdentity: _, ...always } = bodySchema.properties
  expect(Object.keys(always)).toEqual(Object.keys(JSON.parse(example)))
})

it('webhook body: writes the number as it was passed, with its plus or its 8; only that form is stored', async () => {
  const receiver = await startReceiver()
  for (const phoneForm of ['+', '8', null] as const)
    await attemptOf(receiver.url, { clock, guard, call: { phoneForm } })
  expect(receiver.received.map(({ body }) => body.clientNumber)).toEqual([
    '+79161234567',
    '89161234567',
    '79161234567',
  ])
  await receiver.close()
})
