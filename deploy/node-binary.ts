// The Node that a release brings along: from its npm package, checked against the sums in the repository, without symbols.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinaries } from '../server/src/platform/node-binaries.ts'
import { stripBinary } from './strip-binary.ts'

/** Those that releases are made for, in Debian's words and in Node's. */
const cpus = { amd64: 'x64', arm64: 'arm64' } as const
export type Architecture = keyof typeof cpus
export const architectures = Object.keys(cpus) as Architecture[]
/** That of this machine. */
export const ownArchitecture: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'

/** Puts the binary, its licence and its manifest to where npm would have installed them below `folder`; the package's name. */
export function addNode(architecture: Architecture, folder: string): string {
  const name = `node-linux-${cpus[architecture]}`
  const target = join(folder, 'node_modules', name)
  mkdirSync(target, { recursive: true })
  const archive = execFileSync(
    'npm',
    ['pack', '--silent', '--prefer-offline', `${name}@${nodeBinaries.version}`],
    {
      cwd: target,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  ).trim()
  const files = ['bin/node', 'LICENSE', 'package.json'].map((file) => `package/${file}`)
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', ...files], { cwd: target })
  rmSync(join(target, archive))
  const file = join(target, 'bin/node')
  const stripped = stripBinary(
    checked(readFileSync(file), nodeBinaries.sha256[name], `the binary of ${name}`),
  )
  writeFileSync(file, checked(stripped, nodeBinaries.stripped[name], `the binary of ${name} without symbols`))
  return name
}

function checked(bytes: Buffer, expected: string | undefined, what: string): Buffer {
  const sum = createHash('sha256').update(bytes).digest('hex')
  if (sum !== expected) throw new Error(`${what} has the SHA-256 ${sum}, and not that of node-binaries.ts`)
  return bytes
}
