// Which packages of the repository's lock file the service needs when it runs.

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type LockedPackages = Readonly<Record<string, Locked>>

/** What the given names need, as it stands in the lock file of the repository, by its path under `node_modules/`. */
export function lockedTree(packages: LockedPackages, names: readonly string[]): Record<string, Locked> {
  const found = new Map<string, Locked>()
  const waiting = names.map((name) => pathOf(packages, '', name))
  for (const path of waiting) {
    const locked = packages[path]!
    if (found.has(path) || locked.link === true) continue
    found.set(path, locked)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    )
    const needed = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
    waiting.push(...needed.map((name) => pathOf(packages, path, name)))
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where Node finds a package: in the folder of the one that asks, or in one above it. */
function pathOf(packages: LockedPackages, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '')
      throw new Error(`${name}, which ${from || 'the service'} needs, is not in the lock file`)
  }
}
