import type { CallMetrics } from './call-metrics.ts'
import type { IncomingReport, LineReport } from './line/messages.ts'
import type { InboundCalls } from './telephony.ts'

/** Calls between our 486 and their ACK; the line holds no more either. */
const maxOpen = 10_000

interface Open {
  readonly report: IncomingReport
  readonly vendorId: Promise<number | undefined>
}

/** Incoming calls on the main thread: matched when they come, confirmed when their ACK does. */
export class IncomingCalls {
  readonly #metrics: CallMetrics
  readonly #onError: (error: Error) => void
  readonly #open = new Map<number, Open>()
  #calls: InboundCalls | undefined

  constructor(metrics: CallMetrics, onError: (error: Error) => void) {
    this.#metrics = metrics
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
    const vendorId = (this.#calls?.match(report) ?? Promise.resolve(undefined)).catch((error: Error) => {
      this.#onError(error)
      return undefined
    })
    this.#open.set(report.id, { report, vendorId })
  }

  async #confirmed(id: number): Promise<void> {
    const open = this.#open.get(id)
    if (open === undefined) return
    this.#open.delete(id)
    const { trunk, verstat, attestation } = open.report
    const vendorId = await open.vendorId
    this.#metrics.incoming(vendorId === undefined ? 'no-match' : 'matched')
    if (vendorId === undefined) return
    await this.#calls?.confirm(vendorId, { trunk, verstat, attestation }).catch(this.#onError)
  }
}
