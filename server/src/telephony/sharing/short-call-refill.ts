import type { Clock } from '../../platform/clock.ts'
import type { NodeStore } from '../../storage/node-records.ts'
import type { LiveTrunk } from '../routing/live-trunk.ts'
import { hourOf } from '../routing/short-call-budget.ts'
import type { TrunkShares } from './trunk-shares.ts'

/** The next hour's first piece is there before the hour begins. */
const aheadMs = 5_000
/** A piece lasts for two rounds at the trunk's full speed, and four pieces of every node fit into the budget. */
const roundsInPiece = 2
const piecesOfNode = 4

export interface ShortCallRefillDeps {
  readonly store: Pick<NodeStore, 'takeShortCalls' | 'giveBackShortCalls'>
  readonly clock: Clock
  readonly trunks: TrunkShares
  /** How many nodes share the budget. */
  nodeCount(): number
}

/**
 * Sets pieces of the shared budgets of short calls aside for this node, ahead of the calls that use them. The store
 * never gives more than the budget; a node that dies takes the rest of its piece with it.
 */
export class ShortCallRefill {
  readonly #deps: ShortCallRefillDeps

  constructor(deps: ShortCallRefillDeps) {
    this.#deps = deps
  }

  async look(): Promise<void> {
    const now = this.#deps.clock.now()
    for (const trunk of this.#deps.trunks.all) {
      for (const hour of new Set([hourOf(now), hourOf(now + aheadMs)])) await this.#fill(trunk, hour)
    }
  }

  /** At a stop: what was set aside and not used is there for the others. */
  async giveBack(): Promise<void> {
    const hour = hourOf(this.#deps.clock.now())
    for (const { name, supply } of this.#deps.trunks.all) {
      const count = supply?.giveUp(hour) ?? 0
      if (count > 0) await this.#deps.store.giveBackShortCalls({ trunk: name, hour, count })
    }
  }

  async #fill({ name, settings, supply }: LiveTrunk, hour: number): Promise<void> {
    const { shortCallsPerHour: perHour, callsPerSecond } = settings
    if (supply === undefined || perHour === 0) return
    const fair = Math.floor(perHour / (piecesOfNode * Math.max(1, this.#deps.nodeCount())))
    const piece = Math.max(1, Math.min(roundsInPiece * callsPerSecond, fair))
    if (supply.leftIn(hour) > piece / 2) return
    supply.add(hour, await this.#deps.store.takeShortCalls({ trunk: name, hour, count: piece, perHour }))
  }
}
