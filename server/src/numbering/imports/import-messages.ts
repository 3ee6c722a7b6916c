/** Which of the two kinds of numbering data. */
export type NumberingData = 'registry' | 'porting'

export interface ImportTask extends Pick<ImportJob, 'data' | 'name' | 'force'> {
  readonly file: string
  readonly nowMs: number
}

/** A table of the file, with the rows that were refused. */
export interface ImportedTable {
  readonly name: string
  readonly rows: number
  /** How many rows were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** Some of the refused rows, word for word. */
  readonly examples: readonly { readonly line: number; readonly reason: string; readonly text: string }[]
}

/** The messages of the import thread. */
export type ImportReport =
  | { readonly kind: 'progress'; readonly share: number; readonly rows: number }
  | {
      readonly kind: 'done'
      readonly snapshot: string
      readonly rows: number
      /** Ranges or numbers that are in use now. */
      readonly taken: number
      readonly files: readonly ImportedTable[]
      readonly overlooked: readonly string[]
    }
  | {
      readonly kind: 'refused'
      readonly reasons: readonly string[]
      readonly files: readonly ImportedTable[]
    }

/** One import, from the first byte of its file to its end. */
export interface ImportJob {
  readonly id: string
  readonly data: NumberingData
  /** The file name as its sender gave it. */
  readonly name: string
  readonly force: boolean
  readonly startedAt: number
  readonly stage: 'uploading' | 'importing' | 'done' | 'refused'
  /** Progress of the stage, 0 to 1. */
  readonly share: number
  readonly rows: number
  readonly result: Exclude<ImportReport, { readonly kind: 'progress' }> | null
}

/** One snapshot, as shown to people. */
export interface SnapshotState {
  readonly snapshot: string
  readonly current: boolean
  readonly bytes: number
  /** Unix ms; 0 when it cannot be read. */
  readonly importedAt: number
  /** Ranges of the registry, or ported numbers. */
  readonly entries: number
  readonly forced: boolean
  readonly files: readonly { readonly name: string; readonly rows: number }[]
  /** "" or why it cannot be used. */
  readonly problem: string
}
