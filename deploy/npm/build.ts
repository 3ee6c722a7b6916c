// `npm run release`: builds the packages that are published to npm, as tarballs in release/.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from '../../cabinet/build.ts'
import { bundleDependencies, stagePackages } from './stage.ts'

export const releaseFolder = join(import.meta.dirname, '../../release')

/** Where the tarballs are. */
export interface Tarballs {
  readonly ringkey: string
  readonly sip: string
}

/** Builds the cabinet if needed and packs both packages into `folder`. */
export async function buildTarballs(folder: string = releaseFolder): Promise<Tarballs> {
  await buildWhenStale()
  mkdirSync(folder, { recursive: true })
  const staged = await stagePackages(join(folder, 'npm'))
  bundleDependencies(staged)
  const tarballs = { ringkey: pack(staged.ringkey, folder), sip: pack(staged.sip, folder) }
  rmSync(join(folder, 'npm'), { recursive: true })
  return tarballs
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
  const { ringkey, sip } = await buildTarballs()
  process.stdout.write(`${sip}\n${ringkey}\n`)
}
