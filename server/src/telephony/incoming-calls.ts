import type { CallMetrics } from './call-metrics.ts'
import type { CallerIdentity } from './line/caller-identity.ts'
import type { IncomingReport, LineReport } from './line/messages.ts'
import { assertionHabitOf } from './routing/assertion-habit.ts'
import type { LiveTrunk } from './routing/live-trunk.ts'
import type { InboundCalls, TrunkFacts } from './telephony.ts'

/** Calls between our 486 and their ACK; the line holds no more either. */
const maxOpen = 10_000

interface Open {
  readonly report: IncomingReport
  readonly vendorId: Promise<number | undefined>
}

/** Incoming calls on the main thread: matched when they come, confirmed when their ACK does. */
export class IncomingCalls {
  readonly #metrics: CallMetrics
  readonly #trunkNamed: (name: string) => LiveTrunk | undefined
  readonly #onError: (error: Error) => void
  readonly #open = new Map<number, Open>()
  #calls: InboundCalls | undefined

  constructor(
    metrics: CallMetrics,
    trunkNamed: (name: string) => LiveTrunk | undefined,
    onError: (error: Error) => void,
  ) {
    this.#metrics = metrics
    this.#trunkNamed = trunkNamed
    this.#onError = onError
  }

  /** Until somebody waits for calls, none matches. */
  serve(calls: InboundCalls): void {
    this.#calls = calls
  }

  take(report: LineReport): void {
    switch (report.kind) {
      case 'incoming':
        return void this.#incoming(report)
      case 'confirmed':
        return void this.#confirmed(report.id)
      case 'unconfirmed':
        this.#open.delete(report.id)
        return void this.#metrics.incoming('unconfirmed')
      case 'refused-incoming':
        return void this.#metrics.incoming(report.why)
      default:
        return
    }
  }

  #incoming(report: IncomingReport): void {
    if (this.#open.size >= maxOpen) return void this.#metrics.incoming('too-many')
    const { called, trunk, identity } = report
    const isFor =
      identity.claimed === undefined
        ? undefined
        : this.#calls?.match({ caller: identity.claimed, called, trunk })
    const vendorId = (isFor ?? Promise.resolve(undefined)).catch((error: Error) => {
      this.#onError(error)
      return undefined
    })
    this.#open.set(report.id, { report, vendorId })
  }

  async #confirmed(id: number): Promise<void> {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    const { identity, attestation } = open.report
    const trunk = this.#learn(open.report)
    const vendorId = await open.vendorId
    try {
      const confirming =
        vendorId === undefined
          ? undefined
          : await this.#calls?.judge(vendorId, { identity, attestation, trunk })
      this.#metrics.incoming(fateOf(identity, vendorId !== undefined, confirming !== undefined))
      if (vendorId !== undefined && confirming !== undefined) await this.#calls?.confirm(vendorId, confirming)
    } catch (error) {
      this.#onError(error as Error)
    }
  }

  /** The habit before this call, which is then counted. A packet with a forged address never gets here. */
  #learn({ trunk: name, identity }: IncomingReport): TrunkFacts {
    const trunk = this.#trunkNamed(name)
    const habit = trunk === undefined ? 'unknown' : assertionHabitOf(trunk.callerSources.counts)
    trunk?.callerSources.note(identity.source)
    const { callersOperator = null, callersRegion = null } = trunk?.settings ?? {}
    return { name, habit, callersOperator, callersRegion }
  }
}

function fateOf({ believed, why }: CallerIdentity, isMatched: boolean, isEnough: boolean): string {
  if (believed === undefined) return why
  if (!isMatched) return 'no-match'
  return isEnough ? 'matched' : 'below-level'
}
