import type { SnapshotContent } from '../snapshots/snapshot-content.ts'
import type { SnapshotRepository } from '../snapshots/snapshot-repository.ts'
import { SnapshotStore } from '../snapshots/snapshot-store.ts'
import { PortedSet, type PortedTables, type Recipient } from './ported-set.ts'
import type { ReadPortingTable } from './read-porting-file.ts'

export interface PortingMeta {
  readonly importedAt: string
  readonly files: readonly ReadPortingTable[]
  readonly recipients: readonly Recipient[]
}

/** The one in use and one to go back to: a full set has 124 MB. */
const keptSnapshots = 2

export function portingStore(repository: SnapshotRepository): SnapshotStore<PortingMeta> {
  return new SnapshotStore('porting', keptSnapshots, repository)
}

export function portingContent(
  { bucketStarts, low, recipient, recipients }: PortedTables,
  about: Pick<PortingMeta, 'importedAt' | 'files'>,
): SnapshotContent<PortingMeta> {
  return { meta: { ...about, recipients }, columns: { bucketStarts, low, recipient } }
}

export function portedSetOf({ meta, columns }: SnapshotContent<PortingMeta>): PortedSet {
  return new PortedSet({
    bucketStarts: columns.bucketStarts as Uint32Array,
    low: columns.low as Uint16Array,
    recipient: columns.recipient as Uint8Array,
    recipients: meta.recipients,
  })
}
