/** An import of numbering data, as every node shows it. */
export interface ImportJobRecord {
  readonly id: string
  readonly startedAt: number
  /** How long ago it was last written. */
  readonly unchangedMs: number
  /** JSON of its state and result. */
  readonly job: string
}
