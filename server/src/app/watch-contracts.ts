import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { type Clock, dayMs } from '../platform/clock.ts'
import type { NumberContract } from '../storage/queries/number-contracts.ts'
import type { Store } from '../storage/store.ts'
import { endingContracts } from '../telephony/pool/contracts.ts'
import type { Watcher } from './on-one-node.ts'

const soonMs = 30 * dayMs
const verySoonMs = 7 * dayMs

export interface WatchContractsDeps {
  readonly store: Pick<Store, 'numberContracts'>
  readonly clock: Clock
  readonly alarms: Pick<ActiveAlarms, 'raiseOnly'>
}

/** Contracts about calling numbers that end and are not renewed. */
export function watchContracts({ store, clock, alarms }: WatchContractsDeps): Watcher {
  const raise = (kind: 'contract-ends' | 'contract-ending', contracts: readonly NumberContract[]) =>
    alarms.raiseOnly(
      kind,
      contracts.map(({ document, lastDay, network, trunk }) => [
        document,
        { lastDay, party: network || trunk },
      ]),
    )
  return {
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
    forget() {
      raise('contract-ending', [])
      raise('contract-ends', [])
    },
  }
}
