// `npm run release`: builds the packages that are published to npm, as tarballs in release/.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCabinet } from '../../cabinet/build.ts'
import { buildSiteWhenStale } from '../../docs/site/build.ts'
import { version } from '../../server/src/platform/version.ts'
import { bundleDependencies, materials, stagePackages } from './stage.ts'

export const releaseFolder = join(import.meta.dirname, '../../release')

/** Where the tarballs are. */
export interface Tarballs {
  readonly ringkey: string
  readonly sip: string
  readonly element: string
  readonly client: string
}

/** Builds the cabinet and the documentation site if needed and packs the packages into `folder`. */
export async function buildTarballs(folder: string = releaseFolder): Promise<Tarballs> {
  await buildCabinet()
  await buildSiteWhenStale()
  mkdirSync(folder, { recursive: true })
  const staged = await stagePackages(join(folder, 'npm'))
  bundleDependencies(staged)
  const tarballs = {
    ringkey: pack(staged.ringkey, folder),
    sip: pack(staged.sip, folder),
    element: pack(staged.element, folder),
    client: pack(staged.client, folder),
  }
  rmSync(join(folder, 'npm'), { recursive: true })
  writeFileSync(join(folder, `ringkey-${version}.cdx.json`), `${JSON.stringify(materials(), null, 2)}\n`)
  return tarballs
}

const sums = 'SHA256SUMS'

/** The sums of every file of the release, as `sha256sum -c` reads them. */
export function writeSums(folder: string = releaseFolder): void {
  const files = readdirSync(folder).filter((name) => name !== sums)
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const lines = files.sort().map((name) => `${sumOf(name)}  ${name}\n`)
  writeFileSync(join(folder, sums), lines.join(''))
}

function pack(staged: string, folder: string): string {
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: staged,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return join(folder, name.trim())
}

if (import.meta.main) {
  const tarballs = await buildTarballs()
  writeSums()
  for (const file of Object.values(tarballs)) process.stdout.write(`${file}\n`)
}
