/** Files that every node needs a copy of, as the store hands them on: in chunks, by number. */

export interface PublishedSnapshot {
  readonly number: number
  readonly bytes: number
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string
}

export interface PublishedSnapshots {
  /** The number of the one in use; 0 when none was published. */
  readonly current: number
  /** Complete ones, oldest first. */
  readonly snapshots: readonly PublishedSnapshot[]
}

export interface NewSnapshot {
  readonly kind: string
  /** Numbers grow, and are above those that files of an earlier time already have. */
  readonly above: number
  readonly bytes: number
  readonly digest: string
  readonly at: number
}

export interface FinishedSnapshot {
  readonly kind: string
  readonly number: number
  /** The one in use when the work began; when another one is in use now, somebody was faster. */
  readonly insteadOf: number
  /** How many stay, this one included. */
  readonly keep: number
  readonly at: number
}

export interface SnapshotPlace {
  readonly kind: string
  readonly number: number
  readonly position: number
}
