import type { SnapshotContent } from '../snapshots/snapshot-content.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { SnapshotStore } from '../snapshots/snapshot-store.ts'
import type { Place } from '../territory.ts'
import { type Network, RangeIndex, type RangeTables } from './range-index.ts'

export interface ImportedFile {
  readonly name: string
  readonly columns: number
  readonly hasHeader: boolean
  readonly rows: number
  /** Refused rows, by reason. */
  readonly refused: Readonly<Record<string, number>>
}

export interface RegistryMeta {
  readonly importedAt: string
  readonly forced: boolean
  /** The files of this import and of earlier ones whose codes are still in use. */
  readonly files: readonly (ImportedFile & { readonly firstDigits: string })[]
  readonly networks: readonly (readonly [name: string, inn: string])[]
  readonly regions: readonly string[]
  /** Cities with the number of their region: a region's name is stored once, not for each of its towns. */
  readonly places: readonly (readonly [region: number, city: string])[]
}

/** The one in use and four to go back to. */
const keptSnapshots = 5

export function registryStore(repository: SnapshotRepository): SnapshotStore<RegistryMeta> {
  return new SnapshotStore('registry', keptSnapshots, repository)
}

export function registryContent(
  tables: RangeTables,
  about: Pick<RegistryMeta, 'importedAt' | 'forced' | 'files'>,
): SnapshotContent<RegistryMeta> {
  const { codeStarts, from, to, network, place } = tables
  const regions = [...new Set(tables.places.map(({ region }) => region))]
  const numberOf = new Map(regions.map((region, at) => [region, at]))
  return {
    meta: {
      ...about,
      networks: tables.networks.map(({ name, inn }) => [name, inn]),
      regions,
      places: tables.places.map(({ region, city }) => [numberOf.get(region)!, city]),
    },
    columns: { codeStarts, from, to, network, place },
  }
}

export function indexOf({ meta, columns }: SnapshotContent<RegistryMeta>): RangeIndex {
  const networks: Network[] = meta.networks.map(([name, inn]) => ({ name, inn }))
  const places: Place[] = meta.places.map(([region, city]) => ({ region: meta.regions[region]!, city }))
  return new RangeIndex({
    codeStarts: columns.codeStarts as Uint32Array,
    from: columns.from as Uint32Array,
    to: columns.to as Uint32Array,
    network: columns.network as Uint16Array,
    place: columns.place as Uint16Array,
    networks,
    places,
  })
}
