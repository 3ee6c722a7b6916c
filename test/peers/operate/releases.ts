// The two versions that docs/operate.md speaks of, made of the sources: the later one differs in its number alone.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTarballs } from '../../../deploy/npm/build.ts'

export const [firstVersion, laterVersion] = ['0.1.0', '0.2.0'] as const

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
  const later = join(folder, `ringkey-${version}.tgz`)
  execFileSync('tar', ['-czf', later, '-C', work, 'package'])
  rmSync(work, { recursive: true })
  return later
}
