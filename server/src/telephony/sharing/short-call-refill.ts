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
  readonly store: Pick<NodeStore, 'takeShortCalls' | 'releaseShortCalls'>
  readonly clock: Clock
  readonly trunks: TrunkShares
  /** How many nodes share the budget. */
  nodeCount(): number
}

/**
 * Reserves portions of the shared short-call budgets for this node, ahead of the calls that use them. The store never
 * gives out more than the budget; the rest of a portion is lost when its node dies.
 */
export function shortCallRefill({ store, clock, trunks, nodeCount }: ShortCallRefillDeps) {
  const fill = async ({ name, settings, supply }: LiveTrunk, hour: number) => {
    const { shortCallsPerHour: perHour, callsPerSecond } = settings
    if (perHour === 0) return
    const fair = Math.floor(perHour / (piecesOfNode * Math.max(1, nodeCount())))
    const piece = Math.max(1, Math.min(Math.ceil(roundsInPiece * callsPerSecond), fair))
    if (supply.leftIn(hour) > piece / 2) return
    supply.add(hour, await store.takeShortCalls({ trunk: name, hour, count: piece, perHour }))
  }
  return {
    async look(): Promise<void> {
      const now = clock.now()
      for (const trunk of trunks.all)
        for (const hour of new Set([hourOf(now), hourOf(now + aheadMs)])) await fill(trunk, hour)
    },
    /** On stop: unused portions are returned for the other nodes. */
    async release(): Promise<void> {
      const hour = hourOf(clock.now())
      for (const { name, supply } of trunks.all) {
        const count = supply.giveUp(hour)
        if (count > 0) await store.releaseShortCalls({ trunk: name, hour, count })
      }
    },
  }
}
