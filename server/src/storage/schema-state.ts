import { type Migration, migrations } from './migrations.ts'
import { StorageError } from './storage-error.ts'

/** How the schema of a database stands to this version, read without changing anything. */
export interface SchemaState {
  /** 0 for an empty database. */
  readonly version: number
  /** The least version that may serve the database once the pending migrations have run. */
  readonly servedFrom: number
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
export const firstVersion = 208

export const newestVersion = (list: readonly Migration[] = migrations) => firstVersion + list.length - 1

/** The least version that may serve a database that these migrations have made. */
const leastVersion = (list: readonly Migration[]) =>
  Math.max(...list.map(({ servedFrom }, index) => servedFrom ?? firstVersion + index))

/** The migrations that a database of this version lacks, each with the version that it makes. */
export function pendingMigrations(version: number, list: readonly Migration[]) {
  return list
    .map((migration, index) => ({ version: firstVersion + index, migration }))
    .filter((each) => each.version > version)
}

/** What a database says of its own schema, for programs that know fewer migrations: an entry of `meta`. */
export interface SchemaMark {
  readonly version: number
  readonly servedFrom: number
}

export const schemaMeta = 'schema'

export const markOf = (list: readonly Migration[]): SchemaMark => ({
  version: newestVersion(list),
  servedFrom: leastVersion(list),
})

/** Sets the mark, and lets running nodes notice: they poll the version of the settings. */
export const markingSql = (list: readonly Migration[]) =>
  `INSERT INTO meta (name, value) VALUES ('${schemaMeta}', '${JSON.stringify(markOf(list))}')
     ON CONFLICT (name) DO UPDATE SET value = excluded.value;
   UPDATE meta SET value = CAST(CAST(value AS integer) + 1 AS text) WHERE name = 'settings_version';`

/** `found` is the entry of `meta`. One of another version was left by something else: nobody else may serve then. */
export function readMark(version: number, found: string | undefined): SchemaMark {
  const mark = found === undefined ? undefined : (JSON.parse(found) as SchemaMark)
  return mark?.version === version ? mark : { version, servedFrom: version }
}

export function schemaState(mark: SchemaMark, release: string | undefined): SchemaState {
  const { version } = mark
  const known = newestVersion()
  const pending = pendingMigrations(version, migrations).map(({ version: made, migration }) => ({
    version: made,
    does: wordsOfMigration(migration),
  }))
  const servedFrom = version > known ? mark.servedFrom : leastVersion(migrations)
  return { version, servedFrom, known, pending, release }
}

/** Why this Ringkey cannot use a database of this version, as the end of a sentence; undefined when it can. */
export function whyUnusable({ version, servedFrom }: SchemaMark, known: number): string | undefined {
  if (version > known) {
    if (servedFrom <= known) return undefined
    return (
      `has version ${version}, made by a newer Ringkey, which versions below ${servedFrom} cannot serve; ` +
      `this one knows versions up to ${known}. Start the newer Ringkey, or restore a backup made before the update.`
    )
  }
  if (version === 0 || version >= firstVersion) return undefined
  return (
    `has version ${version}, made by a Ringkey from before its first release, which cannot be migrated. ` +
    'Keep it with the Ringkey that made it, and start this one with an empty data folder or database.'
  )
}

export function requireUsable(what: string, mark: SchemaMark, known: number): void {
  const why = whyUnusable(mark, known)
  if (why !== undefined) throw new StorageError(`${what} ${why}`)
}

/** The statements of a migration in words: which tables it makes, changes and drops. */
export function wordsOfMigration({ indexes = [], sql, own }: Migration): string {
  const text = [
    ...indexes.map(({ name, table }) => `CREATE INDEX ${name} ON ${table};`),
    sql,
    own?.postgres,
    own?.sqlite,
  ].join('\n')
  const parts = [
    ['creates', /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gi],
    ['changes', /\b(?:ALTER TABLE (?:ONLY )?|INSERT INTO |DELETE FROM |UPDATE (?=\w+ SET\b))(\w+)/gi],
    ['indexes', /\bCREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w+ ON (\w+)/gi],
    ['drops', /\bDROP (?:TABLE|INDEX|FUNCTION|VIEW) (?:IF EXISTS )?(\w+)/gi],
  ] as const
  const named = new Set<string>()
  const words = parts.flatMap(([verb, pattern]) => {
    const names = [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].filter(
      (name) => !named.has(name),
    )
    for (const name of names) named.add(name)
    return names.length === 0 ? [] : [`${verb} ${names.join(', ')}`]
  })
  return words.length === 0 ? 'changes no table' : words.join('; ')
}
