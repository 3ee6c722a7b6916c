import type { CallAdmission, InboundAdmission, RepeatAdmission } from '../../books/admission.ts'
import type { LookupEnd, LookupRequest } from '../../books/lookup-hold.ts'
import type { Settlement } from '../../books/settlement.ts'
import type { SpendCapRecord } from '../../books/spend-caps.ts'
import { hourOf, hoursInDay } from '../../books/spending.ts'
import { testScope } from '../../books/test-quota.ts'
import { hash48, keyHashOf, phoneText } from '../key-hash.ts'

/** The operations that run in batches, with the input of each. */
export interface BatchInputs {
  readonly admitCall: CallAdmission
  readonly admitInbound: InboundAdmission
  readonly admitRepeat: RepeatAdmission
  readonly settle: Settlement
  readonly holdLookup: LookupRequest
  readonly endLookup: LookupEnd
  readonly topUp: { accountId: number; amountUnits: number; note: string; at: number }
}
export type BatchRequest = {
  readonly [K in keyof BatchInputs]: {
    readonly operation: K
    readonly input: BatchInputs[K]
    /** Whose money it moves. Undefined for a call whose account this node does not know. */
    readonly accountId?: number | undefined
  }
}[keyof BatchInputs]

export type BatchNeeds = ReturnType<typeof needsOf>

const prefixScope = 'prefix:'

/** All rows that the decisions of a batch may need to read. */
export function needsOf(requests: readonly BatchRequest[]) {
  const accountIds = new Set<number>()
  /** Calls whose accounts are not among these, but locked too. */
  const strangeIds = new Set<number>()
  /** Calls to settle, and to repeat. */
  const endedIds = new Set<number>()
  const repeatedIds: number[] = []
  const keyHashes: number[] = []
  /** For each call: who calls, and whom. */
  const callingServices: number[] = []
  const calledPhones: Uint8Array[] = []
  const waitingPhones: Uint8Array[] = []
  /** Look-ups to charge or to refund. */
  const lookupIds: string[] = []
  /** Look-ups with an idempotency key. */
  const lookupKeyIds: string[] = []
  const scopes = new Set<string>()
  /**
   * Locks for data that accounts share, so that no account lock protects it: spend caps of prefixes and phones that
   * wait for a call.
   */
  const locks = new Set<number>()
  let newIds = 0
  let firstHour = Number.MAX_SAFE_INTEGER
  let lastHour = 0

  const spends = (caps: readonly SpendCapRecord[], at: number) => {
    for (const { scope } of caps) {
      scopes.add(scope)
      if (scope.startsWith(prefixScope)) locks.add(hash48(scope))
    }
    firstHour = Math.min(firstHour, hourOf(at) - hoursInDay + 1)
    lastHour = Math.max(lastHour, hourOf(at))
  }

  const touches = (vendorId: number, accountId: number | undefined) => {
    if (accountId === undefined) strangeIds.add(vendorId)
    else accountIds.add(accountId)
  }

  for (const { operation, input, accountId } of requests) {
    if (operation === 'settle') {
      endedIds.add(input.vendorId)
      touches(input.vendorId, accountId ?? input.step?.accountId)
    } else if (operation === 'admitRepeat') {
      repeatedIds.push(input.vendorId)
      touches(input.vendorId, accountId)
      scopes.add(testScope(input.serviceId))
      spends([], input.startedAt)
      newIds += 1
    } else {
      accountIds.add(input.accountId)
      if (operation === 'holdLookup') {
        spends(input.caps, input.startedAt)
        if (input.fingerprint !== null) lookupKeyIds.push(input.lookupId)
      } else if (operation === 'endLookup') lookupIds.push(input.lookupId)
      else if (operation !== 'topUp') {
        newIds += 1
        spends(input.caps, input.startedAt)
        if (input.test) scopes.add(testScope(input.serviceId))
        if (input.unique !== null) keyHashes.push(keyHashOf(input.serviceId, input.unique))
        if (operation === 'admitCall') {
          callingServices.push(input.serviceId)
          calledPhones.push(input.phoneHash)
        } else {
          waitingPhones.push(input.phoneHash)
          locks.add(hash48(`waiting ${phoneText(input.phoneHash)}`))
        }
      }
    }
  }
  return {
    accountIds: [...accountIds],
    strangeIds: [...strangeIds],
    endedIds: [...endedIds],
    repeatedIds,
    newIds,
    keyHashes,
    callingServices,
    calledPhones,
    waitingPhones,
    lookupIds,
    lookupKeyIds,
    scopes: [...scopes],
    firstHour,
    lastHour,
    sharedLocks: [...locks],
  }
}
