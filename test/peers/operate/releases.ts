// The two versions that docs/install.md speaks of, made of the sources: the later one differs in its number, and in one more
// migration of the schema.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTarballs } from '../../../deploy/npm/build.ts'

export const [firstVersion, laterVersion] = ['0.1.0', '0.2.0'] as const
/** As a release would add something: a table, and a column of one that has rows. */
const migration =
  'CREATE TABLE later_facts (id bigint PRIMARY KEY); ALTER TABLE calls ADD COLUMN later_fact integer NOT NULL DEFAULT 0'
/** How `ringkey upgrade-check` names it. */
export const migrationWords = 'creates later_facts; changes calls'

/** Puts the tarballs of `ringkey` into the folder, under the names of the document. */
export async function buildBothVersions(folder: string): Promise<{ first: string; later: string }> {
  const { ringkey } = await buildTarballs(join(folder, 'built'))
  const first = join(folder, `ringkey-${firstVersion}.tgz`)
  renameSync(ringkey, first)
  return { first, later: withVersion(first, laterVersion, folder) }
}

function withVersion(tarball: string, version: string, folder: string): string {
  const work = join(folder, 'work')
  mkdirSync(work)
  execFileSync('tar', ['-xzf', tarball, '-C', work])
  for (const name of ['package.json', 'server/package.json']) {
    const path = join(work, 'package', name)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version }))
  }
  addMigration(join(work, 'package/server/bundle'))
  const later = join(folder, `ringkey-${version}.tgz`)
  execFileSync('tar', ['-czf', later, '-C', work, 'package'])
  rmSync(work, { recursive: true })
  return later
}

/** Into the lists of both stores, as they stand in the bundle. */
function addMigration(bundle: string): void {
  const lists = [
    [/(const migrations = \[inSqlite\(.*?\) \+ .*?)\];/, `$1, ${JSON.stringify(migration)}];`],
    [/(const migrations = \[\{ sql: .*? \})\];/, `$1, { sql: ${JSON.stringify(migration)} }];`],
  ] as const
  for (const [list, longer] of lists) {
    const path = globSync(join(bundle, '*.js')).find((file) => list.test(readFileSync(file, 'utf8')))
    if (path === undefined) throw new Error(`no file of the bundle has ${list}`)
    writeFileSync(path, readFileSync(path, 'utf8').replace(list, longer))
  }
}
