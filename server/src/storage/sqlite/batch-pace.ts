/**
 * How many requests share a commit. One batch of all waiting requests would be the least work in total. But then the
 * service is idle while the batch is written, and the writer is idle while its answers are sent. So a batch works a few
 * times as long as its commit takes. The commit stays a small part of the time, also on a slow disk, and the next
 * requests are read meanwhile.
 */
const workPerCommit = 8
const fewest = 64
const most = 512
/** The weight of the newest batch in the estimate for the next: one commit with a checkpoint in it counts little. */
const weight = 1 / 8

export class BatchPace {
  #commitMs = 1
  #requestMs = 0.05

  get room(): number {
    const room = Math.round((workPerCommit * this.#commitMs) / this.#requestMs)
    return Math.min(most, Math.max(fewest, room))
  }

  note(batch: { readonly requests: number; readonly workMs: number; readonly commitMs: number }): void {
    this.#commitMs += weight * (batch.commitMs - this.#commitMs)
    this.#requestMs += weight * (batch.workMs / batch.requests - this.#requestMs)
  }
}
