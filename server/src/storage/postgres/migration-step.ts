import type { ConcurrentIndex } from './concurrent-index.ts'

/** A step that needs more than its own transaction. */
export interface MigrationStep {
  /** On tables of earlier steps; they stand before `sql` runs. */
  readonly indexes: readonly ConcurrentIndex[]
  readonly sql: string
}
