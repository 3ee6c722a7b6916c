import { expect, it } from 'vitest'
import type { CallAdmission } from '../../books/admission.ts'
import type { WriteReply } from './batch.ts'
import { packReplies, packRequests, replyAt, unpackRequests } from './flat-messages.ts'

const call: CallAdmission = {
  phoneHash: new Uint8Array([0, 1, 127, 128, 255]),
  phoneMask: '7916***4567',
  country: 'RU',
  operator: 'МТС',
  region: 'Город Москва',
  portedTo: '',
  accountId: 1,
  serviceId: 2,
  test: false,
  priceUnits: 8000,
  chargesFailed: true,
  caps: [{ scope: 'service:2', perHourUnits: 1, perDayUnits: 2 }],
  startedAt: 1_760_000_000_000,
  deadlineAt: 1_760_000_059_000,
  mode: 'flash',
  code: '1234',
  client: 'Анна',
  unique: null,
  refusal: 'country',
  capacity: 'ok',
}
const settlement = { vendorId: 7, completed: true, money: 'capture', reason: 'rang', settledAt: 9 }

it('flat messages: carry every field of a batch, in its order', () => {
  const requests = [
    { operation: 'admitCall', input: call },
    { operation: 'heartbeat', input: 5 },
    { operation: 'settle', input: settlement },
    { operation: 'admitCall', input: { ...call, caps: [], unique: 'k', refusal: null } },
    { operation: 'settle', input: { ...settlement, details: '{}', webhook: { id: 'w', receiver: 'r' } } },
    { operation: 'settle', input: { ...settlement, callerIdentity: '{}' } },
    {
      operation: 'settle',
      input: { ...settlement, events: [{ id: 'm', receiver: 'r', endpointId: 3, type: 'call.ended' }] },
    },
    { operation: 'topUp', input: { accountId: 1 } },
  ]
  const arrived = unpackRequests(structuredClone(packRequests(requests)))
  const asSent = arrived.map(({ operation, input }) => ({
    operation,
    input:
      operation === 'admitCall'
        ? { ...(input as typeof call), phoneHash: new Uint8Array((input as typeof call).phoneHash) }
        : input,
  }))
  expect(asSent).toEqual(requests)
})

it('flat messages: carry every reply', () => {
  const replies: WriteReply[] = [
    { kind: 'done', result: { kind: 'admitted', vendorId: 100_000 } },
    { kind: 'done', result: { kind: 'admitted', vendorId: 100_001, confirmationNumber: '70000000001' } },
    { kind: 'done', result: { kind: 'replayed', vendorId: 7, code: '1234', client: '' } },
    { kind: 'done', result: true },
    { kind: 'done', result: undefined },
    { kind: 'done', result: null },
    { kind: 'unavailable', message: 'full' },
    { kind: 'failed', message: 'wrong' },
  ]
  const flat = structuredClone(packReplies(replies))
  expect(replies.map((_, index) => replyAt(flat, index))).toEqual(replies)
})
