import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

const barWidth = 30
const redrawMs = 100

/** A progress bar for long work, redrawn in place on stderr; silent without a terminal. */
export class ProgressBar {
  readonly #terminal: Terminal
  #drawnAtMs = Number.NEGATIVE_INFINITY

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  show(title: string, done: number, total: number): void {
    const nowMs = this.#terminal.clock.monotonicMs()
    if (!this.#terminal.isWatched || (nowMs - this.#drawnAtMs < redrawMs && done < total)) return
    this.#drawnAtMs = nowMs
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')
    this.#terminal.draw(
      `\r${printable(title)} [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %\x1b[K`,
    )
  }

  /** Clears the line for the next output. */
  end(): void {
    if (this.#drawnAtMs > Number.NEGATIVE_INFINITY) this.#terminal.draw('\r\x1b[K')
  }
}
