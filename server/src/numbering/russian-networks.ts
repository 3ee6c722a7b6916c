// Brands and network codes of the networks behind Russian mobile numbers.
import written from '../../assets/numbering/networks.json' with { type: 'json' }

export interface RussianNetwork {
  /** The taxpayer number, which is the operator's identity in the registry. */
  readonly inn: string
  readonly brand: string
  readonly company: string
  /** Mobile network code under MCC 250; 0 where the network has none. */
  readonly mnc: number
  /** Its names in the porting database. */
  readonly portingIds: readonly string[]
}

/**
 * The networks with more than 99 % of the mobile numbers of August 2026, largest first, and those that
 * numbers can be ported to. Network codes and porting ids are those of the porting database of June 2026;
 * those on another's network share its code (20 is T2's, 1 is MTS's).
 */
const networks: readonly RussianNetwork[] = written

const byInn = new Map(networks.map((network) => [network.inn, network]))
const byName = new Map<string, RussianNetwork>()
for (const network of networks)
  for (const name of [
    ...network.portingIds.flatMap((id) => [id, id.slice(1)]),
    network.brand,
    network.company,
  ])
    if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), network)

export function networkByInn(inn: string): RussianNetwork | undefined {
  return byInn.get(inn)
}

/**
 * Finds a network by its id in the porting database (`mMTS`), or by a name that lookup services use: `MTS`, its
 * brand, its company.
 */
export function networkByName(name: string): RussianNetwork | undefined {
  return byName.get(name.toLowerCase())
}
