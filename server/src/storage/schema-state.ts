/** How the schema of a database stands to this version, read without changing anything. */
export interface SchemaState {
  /** How many steps the database has. */
  readonly version: number
  /** How many steps this version knows. */
  readonly known: number
  /** What each step does that the next start would run. */
  readonly pending: readonly { readonly step: number; readonly does: string }[]
  /** What the service of the last start wrote about itself (`recordRelease`). */
  readonly release: string | undefined
}

/** The statements of a step in words: which tables it makes, changes and drops. */
export function wordsOfStep(sql: string): string {
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

export function pendingSteps(version: number, steps: readonly string[]): SchemaState['pending'] {
  return steps.slice(version).map((sql, index) => ({ step: version + index + 1, does: wordsOfStep(sql) }))
}
