import { type CallRecord, callcheckUrl } from '../books/call.ts'
import type { TestNumber } from '../books/test-numbers.ts'
import type { Clock } from '../platform/clock.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { type CallerRecord, type DemandedLevel, meetsLevel } from '../storage/caller-identity.ts'
import type { OwnVoice } from '../storage/queries/recordings.ts'
import type { Store } from '../storage/store.ts'
import { voicesIn } from '../telephony/prompts/own-voices.ts'
import { languageOfCountry } from '../telephony/prompts/voice.ts'
import type {
  CallOutcome,
  ConfirmingCall,
  InboundCall,
  IncomingCallFacts,
  Spoken,
} from '../telephony/telephony.ts'
import { receiverOf } from '../webhooks/receiver.ts'
import type { ClientNumbers } from './client-numbers.ts'
import type { PhoneHasher } from './phone-privacy.ts'
import { scoreCaller } from './score-caller.ts'
import type { Settler } from './settler.ts'
import { testNumbersByHash } from './test-calls.ts'

export interface InboundDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly hasher: PhoneHasher
  readonly settler: Settler
  readonly numbers: ClientNumbers
  /** A webhook was put into the outbox. */
  readonly onEnqueued: () => void
  /** The required certainty of a caller's number for this service. */
  readonly demandedLevel: (serviceId: number) => Promise<DemandedLevel>
  /** The recordings that its calls say. */
  readonly voicesOf: (serviceId: number) => Promise<readonly OwnVoice[]>
  readonly onCaller: (caller: CallerRecord) => void
}

const webhookIdLength = 24
/** The caller of a test number that withholds it. */
const withheldCaller: CallerRecord = {
  level: 'none',
  source: 'none',
  why: 'withheld',
  verstat: 'none',
  signals: [],
  rejectedBy: 'low',
}
/** Test calls that are resumed after a restart; people test with a few. */
const maxRecovered = 500

/**
 * Calls that a call from the person confirms. On the wire this takes two steps: the INVITE is matched, and only
 * the ACK that returns our To tag confirms, because the sender of a spoofed INVITE cannot send that ACK.
 */
export class InboundCalls {
  readonly #deps: InboundDeps
  readonly #testNumberOf: (phoneHash: Uint8Array | null) => TestNumber | undefined

  constructor(deps: InboundDeps) {
    this.#deps = deps
    this.#testNumberOf = testNumbersByHash(deps.hasher)
  }

  /** The open request that this call would confirm. Changes nothing. */
  async match({ callerE164, calledE164, trunk }: InboundCall): Promise<number | undefined> {
    const { store, clock, hasher, numbers } = this.#deps
    const vendorId = await store.waitingFor({
      phoneHash: callerE164 === undefined ? null : hasher.hash(callerE164),
      confirmationNumber: calledE164,
      trunk,
      now: clock.now(),
    })
    if (vendorId !== undefined && callerE164 !== undefined) numbers.remember(vendorId, callerE164)
    return vendorId
  }

  /**
   * A call for this call has been proved by its ACK. It confirms when its number is trusted as far as the
   * service requires; otherwise the call keeps waiting, and the call is noted in its record.
   */
  async judge(vendorId: number, facts: IncomingCallFacts): Promise<ConfirmingCall | undefined> {
    const { store, onCaller } = this.#deps
    const record = await store.call(vendorId)
    if (record === undefined) return undefined
    const caller = await this.#weigh(record, facts)
    onCaller(caller)
    const callerIdentity = JSON.stringify(caller)
    const { trunk, attestation } = facts
    if (caller.rejectedBy === null) return { callerIdentity, details: { trunk: trunk.name, attestation } }
    if (record.callerIdentity !== callerIdentity) await store.noteRejectedCall({ vendorId, callerIdentity })
    return undefined
  }

  /** The voice of a thank-you for a call that would confirm; undefined when it would not. Changes nothing. */
  async thanksFor(vendorId: number, facts: IncomingCallFacts): Promise<Spoken | undefined> {
    const record = await this.#deps.store.call(vendorId)
    if (record?.state !== 'checking') return undefined
    const { rejectedBy } = await this.#weigh(record, facts)
    if (rejectedBy !== null) return undefined
    const language = languageOfCountry(record.country)
    return { language, voices: voicesIn(await this.#deps.voicesOf(record.serviceId), language) }
  }

  async #weigh(record: CallRecord, { identity, trunk }: IncomingCallFacts): Promise<CallerRecord> {
    const { level, signals } = scoreCaller({ identity, trunk }, record)
    const demanded = await this.#deps.demandedLevel(record.serviceId)
    const { source, why, verstat } = identity
    return { level, source, why, verstat, signals, rejectedBy: meetsLevel(level, demanded) ? null : demanded }
  }

  /**
   * Completes, captures the price and enqueues the webhook, in one transaction and only once, however often it is
   * called. Resolves when that is on disk; true for the call that did it.
   */
  async confirm(vendorId: number, { callerIdentity, details }: ConfirmingCall): Promise<boolean> {
    const record = await this.#deps.store.call(vendorId)
    if (record?.mode !== 'inbound' || record.state !== 'checking') return false
    return await this.#complete(record, { completed: true, reason: 'called', details }, callerIdentity)
  }

  /** For some test numbers a call comes automatically, in the time of their table. */
  expectTestCall(record: CallRecord): void {
    const { clock, store } = this.#deps
    const { callsAfterMs = null, isWithheld } = this.#testNumberOf(record.phoneHash) ?? {}
    if (callsAfterMs === null) return
    const arrival = Promise.withResolvers<CallOutcome>()
    // The start time comes from the node that admitted the request, which may be another one.
    const restMs = record.startedAt + callsAfterMs - clock.now()
    clock.after(Math.min(callsAfterMs, Math.max(0, restMs)), () => {
      if (!isWithheld) return arrival.resolve({ completed: true, reason: 'test number' })
      const { vendorId } = record
      // A store in trouble: the request then ends as one that nobody called for.
      store.noteRejectedCall({ vendorId, callerIdentity: JSON.stringify(withheldCaller) }).catch(() => {})
    })
    // The same here: an error that nobody handles would end the process.
    if (!isWithheld) this.#complete(record, arrival.promise).catch(() => {})
  }

  /** After a restart: open test requests still get their test call. */
  async recoverTestCalls(): Promise<void> {
    const { store, clock } = this.#deps
    const waiting = await store.openTestWaits({ now: clock.now(), limit: maxRecovered })
    for (const record of waiting) this.expectTestCall(record)
  }

  async #complete(
    record: CallRecord,
    outcome: CallOutcome | Promise<CallOutcome>,
    callerIdentity?: string,
  ): Promise<boolean> {
    const { store, settler, random, onEnqueued } = this.#deps
    const { vendorId, serviceId, accountId, startedAt, callbackUrl } = record
    const identified = callerIdentity === undefined ? {} : { callerIdentity }
    // A step of /v2 has no webhook address: its verification reports the result.
    if (callbackUrl === '') {
      const verificationId = await store.verificationOfStep(vendorId)
      if (verificationId === undefined) return false
      const ending = { vendorId, accountId, serviceId, startedAt, verificationId, ...identified }
      return settler.follow(ending, Promise.resolve(outcome))
    }
    const reported =
      callbackUrl === callcheckUrl
        ? { isCallcheck: true }
        : {
            webhook: {
              id: `msg_${randomWord(random, webhookIdLength)}`,
              receiver: receiverOf(new URL(callbackUrl!)),
            },
          }
    const ending = { vendorId, accountId, serviceId, startedAt, ...reported, ...identified }
    const ended = await settler.follow(ending, Promise.resolve(outcome))
    if (ended) onEnqueued()
    return ended
  }
}
