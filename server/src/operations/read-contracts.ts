import { mayBeIn } from '../numbering/calling-codes.ts'
import type { Store } from '../storage/store.ts'
import { lackingNumbers, type Party } from '../telephony/pool/contracts.ts'
import { destinationRules } from '../telephony/trunks/destination-rule.ts'

/** The contracts, and the numbers of trunks in use about which none is valid. */
export async function readContracts(
  store: Pick<Store, 'numberContracts' | 'callerRanges' | 'trunks'>,
  at: number,
) {
  const [contracts, ranges, trunks] = await Promise.all([
    store.numberContracts(),
    store.callerRanges(),
    store.trunks(),
  ])
  const inUse = new Map(
    trunks
      .filter(({ demo, settings }) => !demo && settings.enabled)
      .map(({ name, settings: { prefixes, routing } }) => [
        name,
        { prefixes, ruleFor: destinationRules(routing) },
      ]),
  )
  const reaches = (trunk: string, { country, network: operator }: Party) => {
    const { prefixes, ruleFor } = inUse.get(trunk)!
    const isServed = prefixes.length === 0 || prefixes.some((prefix) => mayBeIn(country, prefix))
    return isServed && ruleFor({ country, operator })?.kind !== 'exclude'
  }
  const shown = ranges.filter(({ trunk }) => inUse.has(trunk))
  return { contracts, lacking: lackingNumbers(contracts, shown, at, reaches) }
}
