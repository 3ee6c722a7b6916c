import { EventEmitter, once } from 'node:events'
import { type IdentitySource, isFromRefused } from '../storage/caller-identity.ts'
import type { CallMetrics } from './call-metrics.ts'
import { assertionTraitOf } from './routing/learned-traits.ts'
import type { LiveTrunk } from './routing/live-trunk.ts'
import type { CallerIdentity } from './sip-thread/caller-identity.ts'
import type { IncomingEvent, SipEvent } from './sip-thread/messages.ts'
import type { InboundCalls, Spoken, TrunkFacts } from './telephony.ts'

/** Calls between our answer and their ACK; the SIP thread keeps no more either. */
const maxOpen = 10_000

interface Open {
  readonly event: IncomingEvent
  readonly vendorId: Promise<number | undefined>
}

/** What became of an incoming call. */
export interface IncomingFate {
  readonly fate: string
  /** Which header named the caller, believed or not. */
  readonly header: IdentitySource
  /** E.164 digits. */
  readonly caller: string | undefined
}

/** A call that was refused before anybody looked at its caller. */
const unread = { namedIn: 'none', claimed: undefined } as const

export interface IncomingCallsDeps {
  readonly metrics: Pick<CallMetrics, 'incoming'>
  trunkNamed(name: string): LiveTrunk | undefined
  alarm(event: 'callers-not-trusted', facts: Readonly<Record<string, unknown>>): void
  onError(error: Error): void
  /** Whether a call that awaits it is answered, and in which voice; null: it is refused. */
  decide(id: number, thanks: Spoken | null): void
}

/** Incoming calls on the main thread: matched when they arrive, confirmed when their ACK arrives. */
export class IncomingCalls {
  readonly #deps: IncomingCallsDeps
  readonly #open = new Map<number, Open>()
  /** What became of calls, by trunk: a trunk test waits for the next one. */
  readonly #fates = new EventEmitter()
  #calls: InboundCalls | undefined

  constructor(deps: IncomingCallsDeps) {
    this.#deps = deps
  }

  /** Until a call service is attached, no call matches. */
  serve(calls: InboundCalls): void {
    this.#calls = calls
  }

  take(event: SipEvent): void {
    switch (event.kind) {
      case 'incoming':
        return void this.#incoming(event)
      case 'confirmed':
        return void this.#confirmed(event.id)
      case 'unconfirmed': {
        const open = this.#open.get(event.id)?.event
        this.#open.delete(event.id)
        return void this.#note(open?.trunk ?? '', 'unconfirmed', open?.identity)
      }
      case 'refused-incoming':
        return void this.#note(event.trunk, event.why)
      default:
        return
    }
  }

  /** Resolves with the result of the next call over the trunk; undefined when the signal aborts first. */
  next(trunk: string, signal: AbortSignal): Promise<IncomingFate | undefined> {
    return once(this.#fates, `of ${trunk}`, { signal }).then(
      ([fate]) => fate as IncomingFate,
      () => undefined,
    )
  }

  #note(
    trunk: string,
    fate: string,
    { namedIn: header, claimed: caller }: Pick<CallerIdentity, 'namedIn' | 'claimed'> = unread,
  ): void {
    this.#deps.metrics.incoming.inc({ trunk, fate, header })
    this.#fates.emit(`of ${trunk}`, { fate, header, caller } satisfies IncomingFate)
  }

  #incoming(event: IncomingEvent): void {
    if (this.#open.size >= maxOpen) {
      if (event.awaitsDecision) this.#deps.decide(event.id, null)
      return void this.#note(event.trunk, 'too-many', event.identity)
    }
    const { called, trunk, identity } = event
    const isFor =
      identity.claimed === undefined && identity.why !== 'withheld'
        ? undefined
        : this.#calls?.match({ callerE164: identity.claimed, calledE164: called, trunk })
    const vendorId = (isFor ?? Promise.resolve(undefined)).catch((error: Error) => {
      this.#deps.onError(error)
      return undefined
    })
    this.#open.set(event.id, { event, vendorId })
    if (event.awaitsDecision) void this.#decide(event, vendorId)
  }

  /** Only a call that confirms is answered: answering costs money. */
  async #decide({ id, identity, attestation, trunk }: IncomingEvent, match: Open['vendorId']): Promise<void> {
    const vendorId = await match
    const facts = { identity, attestation, trunk: this.#factsOf(trunk) }
    const thanks = vendorId === undefined ? undefined : this.#calls?.thanksFor(vendorId, facts)
    const spoken = await thanks?.catch((error: Error) => void this.#deps.onError(error))
    this.#deps.decide(id, spoken ?? null)
  }

  async #confirmed(id: number): Promise<void> {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    const { identity, attestation } = open.event
    const trunk = this.#learn(open.event)
    const vendorId = await open.vendorId
    try {
      const confirming =
        vendorId === undefined
          ? undefined
          : await this.#calls?.judge(vendorId, { identity, attestation, trunk })
      const fate = fateOf(identity, vendorId !== undefined, confirming !== undefined)
      this.#note(trunk.name, fate, identity)
      if (vendorId !== undefined && confirming === undefined) this.#reportRefused(trunk, identity)
      if (vendorId !== undefined && confirming !== undefined) await this.#calls?.confirm(vendorId, confirming)
    } catch (error) {
      this.#deps.onError(error as Error)
    }
  }

  /**
   * Somebody waits for this caller, and From is all that the carrier sends: the operator has to decide how far to trust
   * it. On a trunk that asserts its callers such a call is more likely an attempt to spoof.
   */
  #reportRefused({ name, trait }: TrunkFacts, identity: CallerIdentity): void {
    const { why } = identity
    if (trait !== 'asserts' && (isFromRefused(identity) || why === 'from-unscreened'))
      this.#deps.alarm('callers-not-trusted', { trunk: name, why })
  }

  /**
   * Returns the trait before this call, then counts the call. A packet with a forged source address never gets here.
   */
  #learn({ trunk: name, identity }: IncomingEvent): TrunkFacts {
    const facts = this.#factsOf(name)
    const { callerSources } = this.#deps.trunkNamed(name) ?? {}
    callerSources?.note(isFromRefused(identity) ? 'from-refused' : identity.source)
    return facts
  }

  #factsOf(name: string): TrunkFacts {
    const trunk = this.#deps.trunkNamed(name)
    const trait = trunk === undefined ? 'unknown' : assertionTraitOf(trunk.callerSources.counts)
    const { callersOperator = null, callersRegion = null } = trunk?.settings ?? {}
    return { name, trait, callersOperator, callersRegion }
  }
}

function fateOf({ believed, why }: CallerIdentity, isMatched: boolean, isEnough: boolean): string {
  if (believed === undefined) return why
  if (!isMatched) return 'no-match'
  return isEnough ? 'matched' : 'below-level'
}
