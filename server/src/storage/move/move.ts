import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { isServerTrouble, openLongPool, type Pool } from '../postgres/connection.ts'
import { migrate } from '../postgres/migrate.ts'
import { newestVersion } from '../schema-state.ts'
import { metaIn, versionOf } from '../sqlite/connection.ts'
import { lockFolder } from '../sqlite/folder-lock.ts'
import { StorageError } from '../storage-error.ts'
import { type CopiedTable, planOf } from './plan.ts'
import { type Proof, prove } from './proof.ts'
import { highestGiven, openSource, type Source, vendorSpan } from './source.ts'
import {
  beginMove,
  completeMove,
  copyPiece,
  copyProgress,
  forgetMove,
  prepareIds,
  type TargetTables,
  targetTables,
} from './target.ts'

/**
 * Rows of one transaction: enough that the cost of the commit does not matter, few enough that little is lost when the
 * process is killed.
 */
const defaultRowsPerPiece = 5_000

export interface Move {
  readonly folder: string
  readonly databaseFile: string
  readonly lockFile: string
  readonly url: string
  readonly numberLimits: PhoneLimitRules
  /** The fingerprint of the operator's root secret: the installation has to be made with the same secret. */
  readonly fingerprint: string
  /** Discards what an unfinished move has copied. */
  readonly anew: boolean
  readonly rowsPerPiece?: number
  now(): number
  onProgress(step: 'copying' | 'proving', done: number, total: number): void
  /** True when the move should stop. It stops after the current part, and another run continues from there. */
  isLeft(): boolean
}

export type Moved =
  | { readonly kind: 'complete'; readonly rows: number; readonly resumed: boolean; readonly proof: Proof }
  | { readonly kind: 'was-complete' }
  | { readonly kind: 'left'; readonly rows: number; readonly total: number }
  | { readonly kind: 'differs'; readonly proof: Proof }

/** Copies an installation from the embedded store to an empty PostgreSQL, or continues an interrupted move. */
export async function moveToPostgres(move: Move): Promise<Moved> {
  using _lock = lockFolder(move.lockFile, move.folder)
  using source = openSource(move.databaseFile, move.numberLimits)
  return await withTarget(move, source)
}

async function withTarget(move: Move, source: Source): Promise<Moved> {
  const version = versionOf(source.database)
  if (version > newestVersion())
    throw new StorageError(
      `ringkey move copies what this version knows: the schema up to ${newestVersion()}. The database has version ${version}, made by a newer Ringkey: move it with that one.`,
    )
  const fingerprint = metaIn(source.database, 'secret_fingerprint')
  if (fingerprint !== undefined && fingerprint !== move.fingerprint) {
    throw new StorageError(
      'The root secret is not the one that the installation was made with: on the target its phone hashes could not ' +
        'be found again. Give the secret with RINGKEY_SECRET or RINGKEY_SECRET_FILE (see docs/install.md, "The secret").',
    )
  }
  source.keepFingerprint(move.fingerprint)
  await migrate(move.url)
  const pool = openLongPool(move.url)
  try {
    return await copy(move, source, pool)
  } catch (error) {
    if (error instanceof StorageError) throw error
    const { message } = error as Error
    if (!isServerTrouble(error)) throw error
    const advice = 'Start the same command again: it continues where it stopped.'
    throw new StorageError(`PostgreSQL: ${message}. ${advice}`, { cause: error })
  } finally {
    await pool.end()
  }
}

async function copy(move: Move, source: Source, pool: Pool): Promise<Moved> {
  const tables = await targetTables(pool)
  const columns = new Map([...tables].map(([name, each]) => [name, each.map((column) => column.name)]))
  const plan = planOf(source, columns)
  if (move.anew) await forgetMove(pool, plan, move.fingerprint)
  const beginning = await beginMove(pool, plan, move.fingerprint)
  if (beginning === 'complete') {
    source.markMoved(describe(move.url))
    return { kind: 'was-complete' }
  }
  await prepareIds(pool, vendorSpan(source.database), tables, plan, (table) =>
    highestGiven(source.database, table),
  )

  const total = plan.reduce((sum, table) => sum + table.count(), 0)
  const before = await copyProgress(pool)
  const unfinished = plan.filter(({ name }) => before.unfinished.has(name))
  const rows = await copyAll(move, pool, unfinished, tables, (copied) =>
    move.onProgress('copying', before.rows + copied, total),
  )
  if (rows === undefined) return { kind: 'left', rows: (await copyProgress(pool)).rows, total }

  let proved = 0
  const proof = await prove(source, pool, plan, tables, (read) => {
    proved += read
    move.onProgress('proving', proved, total)
  })
  if (!proof.agrees) return { kind: 'differs', proof }
  await completeMove(pool, move.now())
  source.markMoved(describe(move.url))
  return { kind: 'complete', rows, resumed: beginning === 'resumed', proof }
}

/** Copies all rows and returns how many this run has copied; undefined when it was asked to stop. */
async function copyAll(
  move: Move,
  pool: Pool,
  plan: readonly CopiedTable[],
  tables: TargetTables,
  onCarried: (rows: number) => void,
): Promise<number | undefined> {
  const { rowsPerPiece = defaultRowsPerPiece } = move
  let rows = 0
  for (const table of plan) {
    for (let isDone = false; !isDone; ) {
      if (move.isLeft()) return undefined
      const piece = await copyPiece(pool, table, tables.get(table.name)!, rowsPerPiece)
      rows += piece.rows
      isDone = piece.isDone
      onCarried(rows)
    }
  }
  return rows
}

/** Host and name of a database, without its password. */
export function describe(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
