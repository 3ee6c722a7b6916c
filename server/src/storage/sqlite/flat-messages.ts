// The messages between the service and the writer thread. The two operations of every call are sent as plain values in
// one flat list a batch: 0.9 us to send and 1.3 us to receive one. As objects they took 3.6 and 3.5 us, because a
// structured clone names every field and copies the whole 64 KiB pool that the phone hash is a view of. All other
// operations are sent as objects.
import type { CallAdmission, CallAdmitted } from '../../books/admission.ts'
import type { Settlement } from '../../books/settlement.ts'
import type { WriteReply, WriteRequest } from './batch.ts'

export function packRequests(requests: readonly WriteRequest[]): unknown[] {
  const flat: unknown[] = []
  for (const { operation, input } of requests) {
    if (operation === 'admitCall') packCall(flat, input as CallAdmission)
    else if (operation === 'settle') packSettlement(flat, input as Settlement)
    else flat.push(operation, input)
  }
  return flat
}

export function unpackRequests(flat: readonly unknown[]): WriteRequest[] {
  const requests: WriteRequest[] = []
  for (let at = 0; at < flat.length; ) {
    const operation = flat[at] as string
    if (operation === 'admitCall') {
      requests.push({ operation: 'admitCall', input: unpackCall(flat, at + 1) })
      at += 1 + callFields
    } else if (operation === 'settle') {
      requests.push({ operation: 'settle', input: unpackSettlement(flat, at + 1) })
      at += 1 + settlementFields
    } else {
      requests.push({ operation, input: flat[at + 1] })
      at += 2
    }
  }
  return requests
}

/** A kind and a value for each request. The reply for an admitted call is only its vendor id. */
export function packReplies(replies: readonly WriteReply[]): unknown[] {
  const flat: unknown[] = []
  for (const reply of replies) {
    if (reply.kind !== 'done') flat.push(reply.kind, reply.message)
    else if (isAdmittedCall(reply.result)) flat.push('admitted', reply.result.vendorId)
    else flat.push('done', reply.result)
  }
  return flat
}

export const replyCount = (flat: readonly unknown[]) => flat.length / 2

export function replyAt(flat: readonly unknown[], index: number): WriteReply {
  const kind = flat[2 * index] as WriteReply['kind'] | 'admitted'
  const value = flat[2 * index + 1]
  if (kind === 'admitted') return { kind: 'done', result: { kind: 'admitted', vendorId: value } }
  return kind === 'done' ? { kind, result: value } : { kind, message: value as string }
}

function isAdmittedCall(result: unknown): result is CallAdmitted & { kind: 'admitted' } {
  if (typeof result !== 'object' || result === null) return false
  return (
    'kind' in result &&
    result.kind === 'admitted' &&
    'vendorId' in result &&
    !('confirmationNumber' in result)
  )
}

const callFields = 20

function packCall(flat: unknown[], call: CallAdmission): void {
  const { buffer, byteOffset, length } = call.phoneHash
  flat.push(
    'admitCall',
    Buffer.from(buffer, byteOffset, length).toString('latin1'),
    call.phoneMask,
    call.country,
    call.operator,
    call.region,
    call.portedTo,
    call.accountId,
    call.serviceId,
    call.test,
    call.priceUnits,
    call.chargesFailed,
    call.startedAt,
    call.deadlineAt,
    call.caps,
    call.mode,
    call.code,
    call.client,
    call.unique,
    call.refusal,
    call.capacity,
  )
}

/**
 * A literal names every field. An object that is filled by computed names becomes a dictionary, and reading and copying
 * it took 10 us of every call.
 */
function unpackCall(flat: readonly unknown[], at: number): CallAdmission {
  const value = <F extends keyof CallAdmission>(index: number) => flat[at + index] as CallAdmission[F]
  return {
    phoneHash: Buffer.from(flat[at] as string, 'latin1'),
    phoneMask: value<'phoneMask'>(1),
    country: value<'country'>(2),
    operator: value<'operator'>(3),
    region: value<'region'>(4),
    portedTo: value<'portedTo'>(5),
    accountId: value<'accountId'>(6),
    serviceId: value<'serviceId'>(7),
    test: value<'test'>(8),
    priceUnits: value<'priceUnits'>(9),
    chargesFailed: value<'chargesFailed'>(10),
    startedAt: value<'startedAt'>(11),
    deadlineAt: value<'deadlineAt'>(12),
    caps: value<'caps'>(13),
    mode: value<'mode'>(14),
    code: value<'code'>(15),
    client: value<'client'>(16),
    unique: value<'unique'>(17),
    refusal: value<'refusal'>(18),
    capacity: value<'capacity'>(19),
  }
}

const settlementFields = 9

function packSettlement(flat: unknown[], settlement: Settlement): void {
  const { vendorId, completed, money, reason, settledAt, details, webhook, callerIdentity, events } =
    settlement
  flat.push('settle', vendorId, completed, money, reason, settledAt, details, webhook, callerIdentity, events)
}

function unpackSettlement(flat: readonly unknown[], at: number): Settlement {
  return {
    vendorId: flat[at] as number,
    completed: flat[at + 1] as boolean,
    money: flat[at + 2] as Settlement['money'],
    reason: flat[at + 3] as string,
    settledAt: flat[at + 4] as number,
    details: flat[at + 5] as Settlement['details'],
    webhook: flat[at + 6] as Settlement['webhook'],
    callerIdentity: flat[at + 7] as Settlement['callerIdentity'],
    events: flat[at + 8] as Settlement['events'],
  }
}
