import { existsSync, readFileSync } from 'node:fs'

interface Package {
  readonly version: string
  /** The commit that a release was made of; npm knows the field by this name. */
  readonly gitHead?: string
}

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const released = JSON.parse(readText('../../package.json')) as Package

/** The version of this installation, as `ringkey --version` prints it. */
export const { version } = released

/** The first digits of the commit that runs; "" where neither the release nor a clone has it. */
export const commit = (released.gitHead ?? clonedCommit()).slice(0, 12)

/** In the form of Semantic Versioning, with the commit as build metadata. */
export const fullVersion = commit === '' ? version : `${version}+${commit}`

/** A clone is asked by reading two files: `git` may not be installed where the service runs. */
function clonedCommit(): string {
  const folder = '../../../.git'
  if (!existsSync(new URL(`${folder}/HEAD`, import.meta.url))) return ''
  const head = readText(`${folder}/HEAD`).trim()
  const branch = /^ref: (.+)$/.exec(head)?.[1]
  if (branch === undefined) return head
  const file = `${folder}/${branch}`
  // After `git gc` it is packed, until the next commit.
  return existsSync(new URL(file, import.meta.url)) ? readText(file).trim() : ''
}
