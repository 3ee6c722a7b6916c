import { StorageError } from './storage-error.ts'

/** How the schema of a database stands to this version, read without changing anything. */
export interface SchemaState {
  /** 0 for an empty database. */
  readonly version: number
  /** The newest version that this Ringkey knows. */
  readonly known: number
  /** What each migration does that the next start would run. */
  readonly pending: readonly { readonly version: number; readonly does: string }[]
  /** What the service of the last start wrote about itself (`recordRelease`). */
  readonly release: string | undefined
}

/**
 * The version that the schema files, the first of the migrations, makes; each later migration makes the next one. Lower
 * versions were never released. As long as nothing is, whoever edits the files makes this number higher: a database of
 * the files before is refused, not misread.
 */
export const firstVersion = 203

export const newestVersion = (migrations: readonly unknown[]) => firstVersion + migrations.length - 1

/** The migrations that a database of this version lacks, each with the version that it makes. */
export function pendingMigrations<Migration>(version: number, migrations: readonly Migration[]) {
  return migrations
    .map((migration, index) => ({ version: firstVersion + index, migration }))
    .filter((each) => each.version > version)
}

/** `migrations` in SQL. */
export function schemaState(
  version: number,
  migrations: readonly string[],
  release: string | undefined,
): SchemaState {
  const pending = pendingMigrations(version, migrations).map(({ version: made, migration }) => ({
    version: made,
    does: wordsOfMigration(migration),
  }))
  return { version, known: newestVersion(migrations), pending, release }
}

/** Why this Ringkey cannot use a database of this version, as the end of a sentence; undefined when it can. */
export function whyUnusable(version: number, known: number): string | undefined {
  if (version > known) {
    return (
      `has version ${version}, made by a newer Ringkey; this one knows versions up to ${known}. ` +
      'Start the newer Ringkey, or restore a backup made before the update.'
    )
  }
  if (version === 0 || version >= firstVersion) return undefined
  return (
    `has version ${version}, made by a Ringkey from before its first release, which cannot be migrated. ` +
    'Keep it with the Ringkey that made it, and start this one with an empty data folder or database.'
  )
}

export function requireUsable(what: string, version: number, known: number): void {
  const why = whyUnusable(version, known)
  if (why !== undefined) throw new StorageError(`${what} ${why}`)
}

/** The statements of a migration in words: which tables it makes, changes and drops. */
export function wordsOfMigration(sql: string): string {
  const parts = [
    ['creates', /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gi],
    ['changes', /\b(?:ALTER TABLE (?:ONLY )?|INSERT INTO |DELETE FROM |UPDATE (?=\w+ SET\b))(\w+)/gi],
    ['indexes', /\bCREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+ ON (\w+)/gi],
    ['drops', /\bDROP (?:TABLE|INDEX|FUNCTION|VIEW) (?:IF EXISTS )?(\w+)/gi],
  ] as const
  const named = new Set<string>()
  const words = parts.flatMap(([verb, pattern]) => {
    const names = [...new Set([...sql.matchAll(pattern)].map(([, name]) => name!))].filter(
      (name) => !named.has(name),
    )
    for (const name of names) named.add(name)
    return names.length === 0 ? [] : [`${verb} ${names.join(', ')}`]
  })
  return words.length === 0 ? 'changes no table' : words.join('; ')
}
