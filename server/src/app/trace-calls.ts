import { readDetails } from '../books/call-details.ts'
import type { VerificationCreated } from '../books/create-verification.ts'
import type { StepSettled } from '../books/settle.ts'
import type { StepStarted } from '../books/start-step.ts'
import type { Settings } from '../config/settings.ts'
import type { Answered, Reply } from '../http/reply.ts'
import { subjectOf } from '../http/request-log/request-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { NewestMap } from '../platform/newest-map.ts'
import type { Random } from '../platform/random.ts'
import { CallTraces, type Stage } from '../platform/telemetry/call-traces.ts'
import type { OtlpExporter } from '../platform/telemetry/otlp-exporter.ts'
import type { Store } from '../storage/store.ts'
import type { CallOutcome, CallPlan, PlannedCall, Telephony } from '../telephony/telephony.ts'
import type { WebhookDeps } from '../webhooks/webhooks.ts'

/** Methods whose answer begins a trace; the others add to one. */
const creating = new Set(['initCall', 'initRepeat', 'inboundCallWaiting', 'createVerification'])
/** At least this many calls are remembered with their verification of `/v2`. */
const leastRemembered = 25_000

/** Undefined without a collector. */
export function traceCallsBy(
  deps: {
    readonly telemetry?: OtlpExporter | undefined
    readonly settings: Pick<Settings, 'OTEL_TRACES_SAMPLER_ARG'>
    readonly random: Random
    readonly clock: Clock
  },
  keyring: Pick<Keyring, 'trace'>,
): TraceCalls | undefined {
  const { telemetry, settings, random, clock } = deps
  if (telemetry === undefined) return undefined
  const share = settings.OTEL_TRACES_SAMPLER_ARG
  return new TraceCalls(new CallTraces(telemetry, keyring.trace, share, random), clock)
}

/**
 * Puts traces around the store, the telephony and the answers of a service. Without telemetry none of this is in the way of a
 * request. A trace has the request, the transactions, the wait for SIP, the dialogue and the webhooks; it has ids and
 * reasons, never a phone number or a code.
 */
export class TraceCalls {
  readonly #traces: CallTraces
  readonly #clock: Clock
  readonly #originMs: number
  /** The verification of `/v2` to which a call belongs. */
  readonly #stepsOf = new NewestMap<number, string>(leastRemembered)

  constructor(traces: CallTraces, clock: Clock) {
    this.#traces = traces
    this.#clock = clock
    this.#originMs = clock.now() - clock.monotonicMs()
  }

  /** The store, with its transactions of a verification timed. */
  store(store: Store): Store {
    const timed = async <Result>(
      name: string,
      subjectOf: (result: Result) => string | undefined,
      run: () => Promise<Result>,
    ): Promise<Result> => {
      const startMs = this.#nowMs()
      const result = await run()
      const subject = subjectOf(result)
      if (subject !== undefined)
        this.#traces.add(subject, { name, kind: 'client', startMs, endMs: this.#nowMs(), attributes: {} })
      return result
    }
    const stepIn = (result: VerificationCreated | StepStarted | undefined) => {
      if (result?.kind !== 'created' && result?.kind !== 'started') return undefined
      this.#stepsOf.set(result.vendorId, result.verification.id)
      return result.verification.id
    }
    return wrapped(store, {
      admitCall: (request) => timed('store admit', vendorIn, () => store.admitCall(request)),
      admitInbound: (request) => timed('store admit', vendorIn, () => store.admitInbound(request)),
      createVerification: (request) => timed('store create', stepIn, () => store.createVerification(request)),
      startStep: (request) => timed('store start step', stepIn, () => store.startStep(request)),
      settleStep: (settlement) => {
        const endedIn = ({ isEnded }: StepSettled) => (isEnded ? settlement.verificationId : undefined)
        return timed('store settle', endedIn, () => store.settleStep(settlement))
      },
      settle: (settlement) => {
        const endedIn = (hasEnded: boolean) => (hasEnded ? this.#subjectOf(settlement.vendorId) : undefined)
        return timed('store settle', endedIn, () => store.settle(settlement))
      },
    })
  }

  telephony(telephony: Telephony): Telephony {
    return {
      healthy: () => telephony.healthy(),
      plan: (request): CallPlan => {
        const plan = telephony.plan(request)
        return plan.kind === 'planned' ? this.#tracedPlan(plan, request.mode) : plan
      },
    }
  }

  /** The request itself: what all other stages belong to. */
  answered({ method, status, elapsedMs, errorCode }: Answered, { log }: Reply): void {
    const subject = subjectOf(log, errorCode)
    if (subject === '') return
    const endMs = this.#nowMs()
    const stage: Stage = {
      name: method,
      kind: 'server',
      startMs: endMs - elapsedMs,
      endMs,
      attributes: {
        'http.response.status_code': status,
        'ringkey.service': log.serviceId,
        'ringkey.error': errorCode,
      },
      isError: status >= 500,
    }
    if (creating.has(method)) this.#traces.begin(subject, stage)
    else this.#traces.add(subject, stage)
  }

  /** One attempt of a webhook or event. */
  readonly attempted: NonNullable<WebhookDeps['onAttempt']> = (result, delivery, { attempt }) => {
    const { vendorId, verificationId } = delivery
    const subject = verificationId ?? (vendorId === null ? undefined : this.#subjectOf(vendorId))
    if (subject === undefined) return
    this.#traces.add(subject, {
      name: 'webhook',
      kind: 'client',
      startMs: attempt.at,
      endMs: attempt.at + attempt.durationMs,
      attributes: { 'http.response.status_code': attempt.status, 'ringkey.result': result },
      isError: result !== 'delivered',
    })
  }

  #tracedPlan(plan: PlannedCall, mode: string): PlannedCall {
    return {
      ...plan,
      place: async (vendorId: number): Promise<CallOutcome> => {
        const startMs = this.#nowMs()
        const outcome = await plan.place(vendorId)
        this.#called(vendorId, mode, outcome, startMs)
        return outcome
      },
      release: () => plan.release(),
      hangUp: (unlessAnswered) => plan.hangUp(unlessAnswered),
    }
  }

  /** The dialogue over each trunk that was tried, with its SIP messages as events, and the wait before it. */
  #called(vendorId: number, mode: string, { completed, reason, details }: CallOutcome, startMs: number) {
    const subject = this.#subjectOf(vendorId)
    if (!this.#traces.isSampled(subject)) return
    const endMs = this.#nowMs()
    const attempts = readDetails(details === undefined ? null : JSON.stringify(details)).attempts
    this.#traces.add(subject, {
      name: 'call',
      kind: 'internal',
      startMs,
      endMs,
      attributes: { 'ringkey.call': vendorId, 'ringkey.mode': mode, 'ringkey.reason': reason },
      isError: !completed,
    })
    for (const { trunk, reason: why, placedMs, ladder } of attempts) {
      const sentMs = startMs + (placedMs ?? 0)
      this.#traces.add(subject, {
        name: 'queue',
        kind: 'internal',
        startMs,
        endMs: sentMs,
        attributes: { 'ringkey.trunk': trunk },
      })
      this.#traces.add(subject, {
        name: 'SIP dialogue',
        kind: 'client',
        startMs: sentMs,
        endMs: sentMs + Math.max(0, ...ladder.map(({ atMs }) => atMs)),
        attributes: { 'ringkey.trunk': trunk, 'ringkey.reason': why },
        events: ladder.map(({ atMs, from, text }) => ({ atMs: sentMs + atMs, name: `${from}: ${text}` })),
      })
    }
  }

  #subjectOf(vendorId: number): string {
    return this.#stepsOf.get(vendorId) ?? String(vendorId)
  }

  /** With fractions: most stages take less than a millisecond. */
  #nowMs(): number {
    return this.#originMs + this.#clock.monotonicMs()
  }
}

/** An object of which some methods are replaced. The others run on the object itself, which has private members. */
function wrapped<T extends object>(object: T, instead: Partial<T>): T {
  const bound = new Map<PropertyKey, unknown>(Object.entries(instead))
  return new Proxy(object, {
    get(target, name) {
      const known = bound.get(name)
      if (known !== undefined) return known
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const method: unknown = value.bind(target)
      bound.set(name, method)
      return method
    },
  })
}

function vendorIn(result: { readonly kind: string; readonly vendorId?: number }): string | undefined {
  return result.kind === 'admitted' && result.vendorId !== undefined ? String(result.vendorId) : undefined
}
