// The versions that docs/install.md speaks of, made of the sources: each later one differs in its number, and in one more
// migration of the schema. The second only adds, so that the first may serve what it has made; the third takes a name away.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTarballs } from '../../../deploy/npm/build.ts'
import type { Migration } from '../../../server/src/storage/migrations.ts'
import { newestVersion } from '../../../server/src/storage/schema-state.ts'

export const [firstVersion, laterVersion, breakingVersion] = ['0.1.0', '0.2.0', '0.3.0'] as const
/** As a release would add something: a table, and a column of one that has rows, each with its class. */
const additions: Migration = {
  sql: `CREATE TABLE later_facts (
  id bigint PRIMARY KEY -- kept
);
ALTER TABLE calls ADD COLUMN later_fact integer NOT NULL DEFAULT 0; -- kept`,
  servedFrom: newestVersion(),
}
const breaking: Migration = { sql: 'ALTER TABLE later_facts RENAME TO last_facts;' }
/** How `ringkey upgrade-check` names it. */
export const migrationWords = 'creates later_facts; changes calls'

/** Puts the tarballs of `ringkey` into the folder, under the names of the document. */
export async function buildVersions(
  folder: string,
): Promise<{ first: string; later: string; breaking: string }> {
  const { ringkey } = await buildTarballs(join(folder, 'built'))
  const first = join(folder, `ringkey-${firstVersion}.tgz`)
  renameSync(ringkey, first)
  const made = (version: string, ...more: Migration[]) => withVersion(first, version, more, folder)
  return {
    first,
    later: made(laterVersion, additions),
    breaking: made(breakingVersion, additions, breaking),
  }
}

function withVersion(tarball: string, version: string, more: readonly Migration[], folder: string): string {
  const work = join(folder, 'work')
  mkdirSync(work)
  execFileSync('tar', ['-xzf', tarball, '-C', work])
  for (const name of ['package.json', 'server/package.json']) {
    const path = join(work, 'package', name)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version }))
  }
  addMigrations(join(work, 'package/server/bundle'), more)
  const later = join(folder, `ringkey-${version}.tgz`)
  execFileSync('tar', ['-czf', later, '-C', work, 'package'])
  rmSync(work, { recursive: true })
  return later
}

/** Into the list, as it stands in the bundle. */
function addMigrations(bundle: string, more: readonly Migration[]): void {
  const list = /(const migrations = \[\s*\{\s*sql: .*?\}\s*\})(\s*\];)/s
  const path = globSync(join(bundle, '*.js')).find((file) => list.test(readFileSync(file, 'utf8')))
  if (path === undefined) throw new Error(`no file of the bundle has ${list}`)
  const added = more.map((each) => `, ${JSON.stringify(each)}`).join('')
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(list, (_, before, after) => before + added + after),
  )
}
