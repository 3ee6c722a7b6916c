import { rateWindowMs } from '../limits/rate-window.ts'
import { type HeldShare, isSameShare, lesserShare, noShare, type Share, wholeShare } from '../limits/share.ts'
import type { LiveTrunk } from '../routing/live-trunk.ts'

/** A node that wanted more lately may want it again. */
const demandKeptMs = 5_000

/** This node's share of the trunks. A single node has all of them to itself. */
export class TrunkShares {
  readonly isShared: boolean
  #trunks: readonly LiveTrunk[] = []
  #share: Share
  #heldUntil = Number.POSITIVE_INFINITY
  #registered: ReadonlySet<string> = new Set()
  /** The SIP thread limits its rate by the grants that are sent here. */
  readonly #notifySipThread: (held: HeldShare) => void
  #version = 0
  #demand = { level: 0, atMs: Number.NEGATIVE_INFINITY }
  /** The last reduction of the share, and when the SIP thread acknowledged it. */
  #shrunk = { version: 0, knownAt: Number.NEGATIVE_INFINITY }

  constructor(isShared: boolean, notifySipThread: (held: HeldShare) => void) {
    this.isShared = isShared
    this.#notifySipThread = notifySipThread
    // A node that joins others begins with nothing.
    this.#share = isShared ? noShare : wholeShare
    if (isShared) this.#notify()
  }

  get all(): readonly LiveTrunk[] {
    return this.#trunks
  }

  load(trunks: readonly LiveTrunk[]): void {
    this.#trunks = trunks
    for (const trunk of trunks) {
      trunk.hold(this.#share)
      if (this.isShared) trunk.registerHere(this.registers(trunk.name))
    }
  }

  hold(share: Share, untilMs: number): void {
    this.#heldUntil = untilMs
    const isLess = !isSameShare(lesserShare(this.#share, share), this.#share)
    if (isLess) this.#shrunk = { version: this.#version + 1, knownAt: Number.POSITIVE_INFINITY }
    if (!isSameShare(share, this.#share)) {
      this.#share = share
      for (const trunk of this.#trunks) trunk.hold(share)
    }
    this.#notify()
  }

  /** The SIP thread has acknowledged the grant with this number. What it sent within it need not become old first. */
  sipThreadKnows(
    { version, isWithin }: { readonly version: number; readonly isWithin: boolean },
    nowMs: number,
  ): void {
    if (version < this.#shrunk.version) return
    this.#shrunk.knownAt = isWithin ? Number.NEGATIVE_INFINITY : Math.min(this.#shrunk.knownAt, nowMs)
  }

  /**
   * What this node wants of the calls per second, for the others to compare: in steps of four times as many, and kept for a
   * while, because the nodes agree anew with every change.
   */
  demand(nowMs: number): number {
    const wanted = Math.max(0, ...this.#trunks.map((trunk) => trunk.wantedPerSecond(nowMs)))
    const level = wanted === 0 ? 0 : 4 ** Math.ceil(Math.log(wanted) / Math.log(4))
    const isOver = nowMs - this.#demand.atMs >= demandKeptMs
    if (level >= this.#demand.level || isOver) this.#demand = { level, atMs: nowMs }
    return this.#demand.level
  }

  /**
   * Checked before any reservation: a lease that expired while this process was suspended counts as expired at once.
   */
  endLease(nowMs: number): void {
    if (nowMs >= this.#heldUntil) this.hold(noShare, Number.POSITIVE_INFINITY)
  }

  /**
   * Whether more is in use than this share allows: channels, or calls that the SIP thread has sent within the last second.
   */
  overhangs(share: Share, nowMs: number): boolean {
    return nowMs - this.#shrunk.knownAt < rateWindowMs || this.#trunks.some((trunk) => trunk.overhangs(share))
  }

  /** Whether this node is the one that registers the trunk. */
  registers(name: string): boolean {
    return !this.isShared || this.#registered.has(name)
  }

  /** Sets the trunks that this node registers from now on; returns whether that is a change. */
  register(names: ReadonlySet<string>): boolean {
    if (names.symmetricDifference(this.#registered).size === 0) return false
    this.#registered = names
    for (const trunk of this.#trunks) trunk.registerHere(this.registers(trunk.name))
    return true
  }

  #notify(): void {
    this.#version += 1
    this.#notifySipThread({ share: this.#share, untilMs: this.#heldUntil, version: this.#version })
  }
}
