import type { Subscriber } from '../../accounts/directory.ts'
import type { CallAdmitted } from '../../books/admission.ts'
import type { Mode } from '../../books/call.ts'
import { skipReasonOf } from '../../books/step-refusals.ts'
import { testNumbers } from '../../books/test-numbers.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { HookRecord } from '../../storage/queries/hooks.ts'
import type { CallMode } from '../../telephony/calls/verdict.ts'
import { showsCode, workflowSteps } from '../../verifications/workflow.ts'
import type { V2Parts } from '../v2/method.ts'
import { Problem } from '../v2/problem.ts'
import { refusalProblem } from '../v2/refusals.ts'
import type { Kind } from './kind.ts'
import type { Message } from './message.ts'

type PlacedCall = Extract<CallAdmitted, { readonly kind: 'admitted' | 'replayed' }>

interface AskedCall {
  readonly api: V2Parts
  readonly subscriber: Subscriber
  readonly hook: HookRecord
  readonly kind: Kind
  readonly message: Message
}

/** Calls of one phone with one code, which the limits per number keep below this. */
const maxCalls = 1_000

/**
 * Starts the call of a message, or finds the one that an earlier try of it has started. The idempotency key of a call
 * lives longer than a code: the key of the next call with the same phone and code names the call before it.
 */
export async function placeOrReuseCall(asked: AskedCall): Promise<PlacedCall | Problem> {
  const first = await firstKey(asked)
  let unique = first
  for (let calls = 0; calls < maxCalls; calls++) {
    const placed = await startCall(asked, unique)
    if (placed instanceof Problem || placed.kind === 'admitted') return placed
    if (await isRetry(asked, placed.vendorId)) return placed
    unique = `${first} ${placed.vendorId}`
  }
  return new Problem('number_limit')
}

async function firstKey({ api, hook, kind, message }: AskedCall): Promise<string> {
  const { phone, code, lifeMs } = message
  const key = `${hook.kind} ${api.hooks.hasher.hash(`hook ${hook.id} ${phone.e164} ${code}`).toString('base64url')}`
  if (!testNumbers.has(phone.e164)) return key
  // Test numbers have no limit that would keep their calls with one code few, and nothing rings twice.
  return `${key} ${Math.floor((await storeNow(api)) / (kind.neverRetries ? minuteMs : lifeMs))}`
}

/** A node whose clock is wrong would take a retry for a new message, or a new message for a retry. */
const storeNow = ({ store, clock }: V2Parts) => store.storeTime({ now: clock.now() })

async function isRetry({ api, kind, message }: AskedCall, vendorId: number): Promise<boolean> {
  const call = await api.store.call(vendorId)
  if (call === undefined) return false
  return kind.neverRetries
    ? call.state === 'checking'
    : (await storeNow(api)) < call.startedAt + message.lifeMs
}

async function startCall(asked: AskedCall, unique: string): Promise<PlacedCall | Problem> {
  const { phone, code, client, language: voiceLanguage = null } = asked.message
  const request = { apiVersion: 'v2', phone, code, hidesCode: true, client, unique, voiceLanguage } as const
  let firstRefusal: Problem | undefined
  for (const mode of modesFor(asked)) {
    const { admitted } = await asked.api.calls.startCall(asked.subscriber, { ...request, mode })
    switch (admitted.kind) {
      case 'admitted':
      case 'replayed':
        return admitted
      case 'refused':
        firstRefusal ??= refusalProblem(admitted)
        if (skipReasonOf(admitted.why) === undefined) return firstRefusal
        break
      case 'key-of-erased-phone':
        return new Problem('idempotency_key_erased')
      default:
        return new Problem('idempotency_key_reused')
    }
  }
  return firstRefusal!
}

/** As the hook or the workflow of the service says, then by voice: that speaks every code. */
function modesFor({ api, subscriber, hook, message }: AskedCall): ReadonlySet<CallMode> {
  const { phone, code } = message
  const { workflow } = subscriber.service.settings
  const operator = api.numbering.describe(phone).provider
  const target = { e164: phone.e164, country: phone.countryIso, operator }
  const ordered = hook.settings.modes ?? workflowSteps(workflow, target, code.length).map(({ mode }) => mode)
  // A calling number shows four digits, and none of a pool ends with 0000 (C8-1).
  const isShown = (mode: Mode) => !showsCode(mode) || (code.length === 4 && code !== '0000')
  return new Set([
    ...ordered.filter((mode) => mode !== 'inbound' && mode !== 'http').filter(isShown),
    'voice' as const,
  ])
}
