import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

const nanosecondsPerSecond = 1e9

/**
 * How long the turns of the event loop take, without their wait for something to do. It is sampled once a turn: a timer
 * that samples would wake an idle process 50 to 100 times per second.
 */
export class LoopDelay {
  readonly #turns: ELDHistogram

  constructor() {
    this.#turns = monitorEventLoopDelay({ samplePerIteration: true })
    this.#turns.enable()
  }

  /** In seconds; 0 when there was no turn since the last reset. */
  percentile(percent: number): number {
    return this.#turns.count === 0 ? 0 : this.#turns.percentile(percent) / nanosecondsPerSecond
  }

  get maxSeconds(): number {
    return this.#turns.count === 0 ? 0 : this.#turns.max / nanosecondsPerSecond
  }

  reset(): void {
    this.#turns.reset()
  }

  close(): void {
    this.#turns.disable()
  }
}
