import type { CallAdmission, InboundAdmission } from './admission.ts'
import { accountOf, type Command } from './commands.ts'
import type { SpendCapRecord } from './spend-caps.ts'
import { hourOf, hoursInDay } from './spending.ts'
import type { StepToStart } from './step-admission.ts'
import { testScope } from './test-quota.ts'
import type { EndUser } from './wrong-codes.ts'

export type Needs = ReturnType<typeof needsOf>

const prefixScope = 'prefix:'

/** A source of verifications whose last hour is limited. */
export interface NeededSource {
  readonly serviceId: number
  readonly by: keyof EndUser
  readonly source: string
  readonly at: number
}

/** The keys of all rows that the decisions of these commands may read, and of what they lock. */
export function needsOf(commands: readonly Command[]) {
  const needs = {
    accountIds: new Set<number>(),
    /** Calls to end, and to repeat. */
    endedIds: new Set<number>(),
    repeatedIds: [] as number[],
    /** Calls that feedback is about. */
    reportedIds: [] as number[],
    uniqueKeys: [] as { readonly serviceId: number; readonly unique: string }[],
    /** Each call: who calls, and whom. */
    calls: [] as { readonly serviceId: number; readonly phoneHash: Uint8Array }[],
    /** Phones that ask for a number to call. */
    waitingPhones: [] as Uint8Array[],
    /** Look-ups to charge or to refund, and those with an idempotency key. */
    lookupIds: [] as string[],
    lookupKeyIds: [] as string[],
    /** What caps and test numbers count, in these hours. */
    scopes: new Set<string>(),
    firstHour: Number.MAX_SAFE_INTEGER,
    lastHour: 0,
    /** Scopes that accounts share, so that no account's lock protects them. */
    sharedScopes: new Set<string>(),
    newCalls: 0,

    verificationIds: new Set<string>(),
    /** The checks of one phone follow each other, over all its verifications. */
    lockedPhones: [] as Uint8Array[],
    /** Those whose calls may have ended without their knowledge. */
    advancedIds: new Set<string>(),
    verificationKeys: [] as { readonly serviceId: number; readonly keyHash: Uint8Array }[],
    /** Phones whose pending verifications are looked for, and whose wrong codes are counted. */
    pendingPhones: [] as Uint8Array[],
    triedPhones: [] as Uint8Array[],
    sources: [] as NeededSource[],
    /** Clients of the sign-in page whose calls are counted. */
    pages: [] as { readonly serviceId: number; readonly client: string; readonly at: number }[],
    /** Services whose event targets are asked for. */
    notifiedServices: new Set<number>(),
  }

  const spends = (caps: readonly SpendCapRecord[], at: number) => {
    for (const { scope } of caps) {
      needs.scopes.add(scope)
      if (scope.startsWith(prefixScope)) needs.sharedScopes.add(scope)
    }
    needs.firstHour = Math.min(needs.firstHour, hourOf(at) - hoursInDay + 1)
    needs.lastHour = Math.max(needs.lastHour, hourOf(at))
  }
  const starts = ({ serviceId, caps, test, unique, startedAt }: CallAdmission | InboundAdmission) => {
    needs.newCalls += 1
    spends(caps, startedAt)
    if (test) needs.scopes.add(testScope(serviceId))
    if (unique !== null) needs.uniqueKeys.push({ serviceId, unique })
  }
  const callsPhone = (input: CallAdmission) => {
    starts(input)
    needs.calls.push(input)
  }
  const waits = (input: InboundAdmission) => {
    starts(input)
    needs.waitingPhones.push(input.phoneHash)
  }
  const admits = ({ admission, pageClient }: StepToStart) => {
    if (admission.operation === 'admitCall') callsPhone(admission.input)
    else waits(admission.input)
    const { serviceId, phoneHash, test, startedAt: at } = admission.input
    needs.notifiedServices.add(serviceId)
    if (test) return
    needs.triedPhones.push(phoneHash)
    if (pageClient !== null) needs.pages.push({ serviceId, client: pageClient, at })
  }

  for (const command of commands) {
    needs.accountIds.add(accountOf(command))
    const { name, input } = command
    switch (name) {
      case 'admitCall':
        callsPhone(input)
        break
      case 'admitInbound':
        waits(input)
        break
      case 'admitRepeat':
        needs.repeatedIds.push(input.vendorId)
        needs.scopes.add(testScope(input.serviceId))
        spends([], input.startedAt)
        needs.newCalls += 1
        break
      case 'settleStep':
        needs.verificationIds.add(input.verificationId)
        needs.endedIds.add(input.vendorId)
        needs.notifiedServices.add(input.serviceId)
        break
      case 'settle':
        needs.endedIds.add(input.vendorId)
        needs.notifiedServices.add(input.serviceId)
        break
      case 'holdLookup':
        spends(input.caps, input.startedAt)
        if (input.fingerprint !== null) needs.lookupKeyIds.push(input.lookupId)
        break
      case 'endLookup':
        needs.lookupIds.push(input.lookupId)
        break
      case 'createVerification': {
        const { facts, key, phoneHash, returnsPending, addressLimits, at } = input
        const { serviceId, test } = facts
        admits(input)
        if (key !== null) needs.verificationKeys.push({ serviceId, keyHash: key.keyHash })
        if (returnsPending) {
          needs.lockedPhones.push(phoneHash)
          needs.pendingPhones.push(phoneHash)
        }
        if (addressLimits === null || test) break
        for (const by of ['network', 'device'] as const)
          if (input[by] !== '') needs.sources.push({ serviceId, by, source: input[by], at })
        break
      }
      case 'startStep':
        admits(input)
        needs.verificationIds.add(input.id)
        break
      case 'advanceVerification':
        needs.verificationIds.add(input.id)
        needs.advancedIds.add(input.id)
        needs.notifiedServices.add(input.serviceId)
        break
      case 'checkCode':
        needs.verificationIds.add(input.id)
        needs.notifiedServices.add(input.serviceId)
        if (input.phoneHash === null) break
        needs.lockedPhones.push(input.phoneHash)
        needs.triedPhones.push(input.phoneHash)
        break
      case 'feedback':
        needs.reportedIds.push(input.vendorId)
        break
      case 'abandonVerification': {
        const { id, serviceId, keyHash } = input
        needs.verificationIds.add(id)
        if (keyHash !== null) needs.verificationKeys.push({ serviceId, keyHash })
        break
      }
    }
  }
  return needs
}
