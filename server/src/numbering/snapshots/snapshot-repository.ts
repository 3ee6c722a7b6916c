/** Where snapshots are kept: in the database, so that every node and every backup has them. */
export interface SnapshotRepository {
  publishedSnapshots(kind: string): Promise<{
    /** 0 when none was published. */
    readonly current: number
    /** Oldest first. */
    readonly snapshots: readonly PublishedSnapshot[]
  }>
  /** Returns its number. */
  beginSnapshot(snapshot: { kind: string; bytes: number; digest: string; at: number }): Promise<number>
  addSnapshotChunk(chunk: {
    kind: string
    number: number
    position: number
    content: Uint8Array
  }): Promise<void>
  snapshotChunk(chunk: { kind: string; number: number; position: number }): Promise<Uint8Array | undefined>
  /** Puts it into use, unless the one in use is no longer `insteadOf`. */
  finishSnapshot(finished: {
    kind: string
    number: number
    insteadOf: number
    keep: number
    at: number
  }): Promise<'in-use' | 'incomplete' | 'another-was-faster'>
  useSnapshot(request: { kind: string; number: number }): Promise<boolean>
}

export interface PublishedSnapshot {
  readonly number: number
  readonly bytes: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
}
