/** Snapshots that the nodes of an installation share, in the database. Chunks are small, so that no query waits for one. */
export interface SnapshotRepository {
  publishedSnapshots(kind: string): Promise<{
    /** 0 when none was published. */
    readonly current: number
    /** Oldest first. */
    readonly snapshots: readonly PublishedFile[]
  }>
  /** Returns its number: above all published ones, and above `above`. */
  beginSnapshot(file: { kind: string; above: number; bytes: number; digest: string }): Promise<number>
  addSnapshotChunk(chunk: {
    kind: string
    number: number
    position: number
    content: Uint8Array
  }): Promise<void>
  snapshotChunk(place: { kind: string; number: number; position: number }): Promise<Uint8Array | undefined>
  /** Puts it into use, unless the one in use is no longer `insteadOf`. */
  finishSnapshot(finished: {
    kind: string
    number: number
    insteadOf: number
    keep: number
  }): Promise<'in-use' | 'incomplete' | 'another-was-faster'>
  useSnapshot(request: { kind: string; number: number }): Promise<boolean>
}

export interface PublishedFile {
  readonly number: number
  readonly bytes: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
}

/** One statement moves one mebibyte, so files of a hundred megabytes do not block other statements. */
export const snapshotChunkBytes = 2 ** 20
