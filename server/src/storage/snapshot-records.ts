/** Imported data, in numbered chunks. */

export interface PublishedSnapshot {
  readonly number: number
  readonly bytes: number
  /** SHA-256 of all chunks, hexadecimal. */
  readonly digest: string
}

export interface PublishedSnapshots {
  /** The number of the snapshot in use; 0 when none was published. */
  readonly current: number
  /** Complete snapshots, oldest first. */
  readonly snapshots: readonly PublishedSnapshot[]
}

export interface NewSnapshot {
  readonly kind: string
  readonly bytes: number
  readonly digest: string
  readonly at: number
}

export interface FinishedSnapshot {
  readonly kind: string
  readonly number: number
  /** The snapshot in use when the work began; if another one is in use now, another import finished first. */
  readonly insteadOf: number
  /** How many snapshots are kept, this one included. */
  readonly keep: number
  readonly at: number
}

export interface SnapshotPlace {
  readonly kind: string
  readonly number: number
  readonly position: number
}
