import type { LiveTrunk } from '../routing/live-trunk.ts'
import { noShare, type Share, wholeShare } from './share.ts'

/** The trunks of this node as it shares them with others. A node that is alone has all of them to itself. */
export class TrunkHolding {
  readonly isShared: boolean
  #trunks: readonly LiveTrunk[] = []
  #share: Share
  #heldUntil = Number.POSITIVE_INFINITY
  #registered: ReadonlySet<string> = new Set()

  constructor(isShared: boolean) {
    this.isShared = isShared
    // Whoever joins others begins with nothing.
    this.#share = isShared ? noShare : wholeShare
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
    if (share.place === this.#share.place && share.of === this.#share.of) return
    this.#share = share
    for (const trunk of this.#trunks) trunk.hold(share)
  }

  /** Asked before anything is set aside: a lease that ended while this process stood still counts at once. */
  endLease(nowMs: number): void {
    if (nowMs >= this.#heldUntil) this.hold(noShare, Number.POSITIVE_INFINITY)
  }

  overhangs(share: Share): boolean {
    return this.#trunks.some((trunk) => trunk.overhangs(share))
  }

  /** Whether this node is the one that registers the trunk. */
  registers(name: string): boolean {
    return !this.isShared || this.#registered.has(name)
  }

  /** The trunks that this node registers from now on; whether that is a change. */
  register(names: ReadonlySet<string>): boolean {
    if (names.symmetricDifference(this.#registered).size === 0) return false
    this.#registered = names
    for (const trunk of this.#trunks) trunk.registerHere(this.registers(trunk.name))
    return true
  }
}
