import { dayMs } from '../platform/clock.ts'
import type { NumberContract } from '../storage/queries/number-contracts.ts'
import { endingContracts } from '../telephony/pool/contracts.ts'
import type { Watcher, WatcherDeps } from './on-one-node.ts'

const soonMs = 30 * dayMs
const verySoonMs = 7 * dayMs

/** Contracts about calling numbers that end and are not renewed. */
export function watchContracts({ store, clock, alarms }: WatcherDeps<'numberContracts'>): Watcher {
  const raise = (kind: 'contract-ends' | 'contract-ending', contracts: readonly NumberContract[]) =>
    alarms.raiseOnly(
      kind,
      contracts.map(({ document, lastDay, network, trunk }) => [
        document,
        { lastDay, party: network || trunk },
      ]),
    )
  return {
    kinds: ['contract-ending', 'contract-ends'],
    async look() {
      const contracts = await store.numberContracts()
      const verySoon = endingContracts(contracts, clock.now() + verySoonMs)
      const soon = endingContracts(contracts, clock.now() + soonMs)
      raise('contract-ending', verySoon)
      raise(
        'contract-ends',
        soon.filter((contract) => !verySoon.includes(contract)),
      )
    },
  }
}
