// What `npm pack` does before it packs one of the smaller packages in its folder, and after it.
import { cpSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage, folderOf, type PackageName } from './packages.ts'

const [asked] = process.argv.slice(2)
/** The manifest of the repository, whose @ringkey/sip is its sources, while the one of the package is in its place. */
const [manifest, kept] = ['package.json', '.package.json'].map((name) => join(folderOf('sip'), name)) as [
  string,
  string,
]

// Also when an earlier npm pack has ended before its end.
if (existsSync(kept)) renameSync(kept, manifest)
if (asked === 'sip') cpSync(manifest, kept)
if (asked !== 'restore') await buildPackage(asked as PackageName, folderOf(asked as PackageName))
