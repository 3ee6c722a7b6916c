import type { Clock } from '../../platform/clock.ts'
import type { NodeStore } from '../../storage/queries/nodes.ts'
import type { LiveTrunk } from '../routing/live-trunk.ts'
import { hourOf } from '../routing/short-call-budget.ts'
import type { TrunkShares } from './trunk-shares.ts'

/** The next hour's first portion is reserved before the hour begins. */
const aheadMs = 5_000
/** A portion lasts for two intervals at the trunk's full rate, and four portions of every node fit into the budget. */
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
 * Reserves portions of the shared short-call budgets for this node, ahead of the calls that use them. The store never
 * gives out more than the budget; the rest of a portion is lost when its node dies.
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

  /** On stop: unused portions are returned for the other nodes. */
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
    const piece = Math.max(1, Math.min(Math.ceil(roundsInPiece * callsPerSecond), fair))
    if (supply.leftIn(hour) > piece / 2) return
    supply.add(hour, await this.#deps.store.takeShortCalls({ trunk: name, hour, count: piece, perHour }))
  }
}
