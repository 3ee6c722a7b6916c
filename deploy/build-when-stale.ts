import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

/** What is built into `dist` of a workspace. */
export interface Build {
  /** What people call it. */
  readonly name: string
  /** Of the workspace. */
  readonly folder: string
  /** Files and folders, from `folder`. */
  readonly sources: readonly string[]
  /** The package that builds it. */
  readonly tool: string
  readonly build: (into: string) => Promise<void>
}

/** Builds it when it is missing or was made from other sources. Throws when that cannot be done. */
export async function buildWhenStale({ name, folder, sources, tool, build }: Build): Promise<void> {
  const dist = join(folder, 'dist')
  // Times of files do not tell what it was built from: a copied or cloned tree has new ones.
  const stamp = join(dist, 'sources.sha256')
  const digest = digestOf(folder, sources)
  const isBuilt = existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return
  const why = obstacle(folder, tool)
  if (why !== undefined) {
    const state = isBuilt ? `The built ${name} is not of this version` : `The ${name} is not built`
    throw new Error(`${state}, and ${why}. Run "npm ci && npm run build" as the owner of the code.`)
  }
  console.error(`Building the ${name}…`)
  // Built aside and put in place whole: a service may be serving the old one, another test may be building too.
  const fresh = join(folder, `dist-${process.pid}`)
  await build(fresh)
  writeFileSync(join(fresh, basename(stamp)), digest)
  const old = `${fresh}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

function digestOf(folder: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesIn(folder, source)).toSorted()) {
    const bytes = readFileSync(join(folder, path))
    hash.update(`${path} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function filesIn(folder: string, path: string): string[] {
  if (!statSync(join(folder, path)).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(folder, path)).flatMap((name) => filesIn(folder, `${path}/${name}`))
}

/** Why it cannot be built here; undefined when it can. */
function obstacle(folder: string, tool: string): string | undefined {
  try {
    createRequire(join(folder, 'package.json')).resolve(tool)
  } catch {
    return `${tool}, which builds it, is not installed`
  }
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return `this user may not write to ${folder}`
  }
  return undefined
}
