/**
 * How many requests share a commit. All that wait would be the least work in sum, but then everybody stands in one
 * batch: the service has nothing to do while it is written, and the writer nothing while its answers go out. So a
 * batch works a few times as long as its commit takes: the commit stays a small part of it, also on a slow disk, and
 * the next requests are read meanwhile.
 */
const workPerCommit = 8
const fewest = 64
const most = 512
/** The share of the newest batch in what is expected of the next: a checkpoint in one commit does not count much. */
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
