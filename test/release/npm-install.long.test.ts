// The published packages, from the tarball to the first ringing phone.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTarballs, type Tarballs } from '../../deploy/npm/build.ts'
import { version } from '../../server/src/platform/version.ts'
import { freePort } from '../peers/interop/peer-process.ts'
import { toolFolders } from '../peers/tools/install.ts'
import { freePorts, ringDemoPhone, startInstalled } from './installed.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'ringkey-npm-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const megabyte = 1_000_000
let tarballs: Tarballs
beforeAll(async () => {
  tarballs = await buildTarballs(join(base, 'release'))
}, 120_000)

function run(program: string, words: readonly string[], cwd = base, environment = process.env): string {
  return execFileSync(program, words, {
    cwd,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A phone that rings, and a caller that hangs up. */
const program = `
import { openTransports, systemClock, UserAgent } from '@ringkey/sip'
import { letItRing } from './let-it-ring.ts'

const port = Number(process.argv[2])
const transport = await openTransports({
  clock: systemClock,
  listen: [{ transport: 'udp', address: '127.0.0.1', port }],
})
const phone = new UserAgent({ transport, onCall: (call) => call.ring() })
const end = await letItRing(\`sip:1@127.0.0.1:\${port}\`, 'sip:2@127.0.0.1', 10)
await phone.close()
process.stdout.write(\`\${end.kind}\\n\`)
`

describe('packages for npm', () => {
  it('ringkey: publint finds nothing', () => {
    const publint = join(toolFolders.packaging, 'node_modules/publint/src/cli.js')
    expect(run(process.execPath, [publint, '--strict', tarballs.ringkey])).toContain('All good!')
  })

  it('@ringkey/sip: a program outside of the repository compiles against it and runs', () => {
    const folder = join(base, 'program')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarballs.sip], folder)
    cpSync(join(repository, 'sip/examples/let-it-ring.ts'), join(folder, 'let-it-ring.ts'))
    writeFileSync(join(folder, 'main.ts'), program)
    const compiler = join(repository, 'node_modules/typescript/bin/tsc')
    const types = ['--typeRoots', join(repository, 'node_modules/@types'), '--types', 'node']
    run(
      process.execPath,
      [
        compiler,
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'esnext',
        '--allowImportingTsExtensions',
        ...types,
        'main.ts',
      ],
      folder,
    )
    expect(run(process.execPath, ['main.ts', String(freePort())], folder)).toBe('cancelled\n')
  })
})

describe('npm install -g ringkey', () => {
  const prefix = join(base, 'global')
  const installed = join(prefix, 'lib/node_modules/ringkey')
  const command = join(prefix, 'bin/ringkey')
  beforeAll(() => {
    const words = [
      'install',
      '-g',
      '--prefix',
      prefix,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      tarballs.ringkey,
    ]
    run('npm', words)
  }, 300_000)

  it('takes less than 120 MB without the Node binary', () => {
    const own = sizeOf(installed) - sizeOf(join(installed, `node_modules/node-linux-${process.arch}`))
    expect(own).toBeLessThan(120 * megabyte)
  })

  it('brings what the lock file names, and no tool of developers', () => {
    const names = readdirSync(join(installed, 'node_modules'))
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'pino', '@ringkey']))
    expect(names.filter((name) => /vite|typescript|vitest|biome|react|playwright|@types/.test(name))).toEqual(
      [],
    )
  })

  it('puts the command on the PATH; Node 24 or newer of the machine runs it', () => {
    const environment = {
      PATH: [dirname(process.execPath), join(prefix, 'bin'), '/usr/bin', '/bin'].join(':'),
    }
    expect(run('ringkey', ['--version'], base, environment)).toBe(`${version}\n`)
  })

  it('an old Node of the machine is enough: the service starts, the demo phone rings, a signal stops it', async () => {
    const environment = {
      ...freePorts,
      PATH: `${oldNode()}:/usr/bin:/bin`,
      RINGKEY_DATA: join(base, 'data'),
    }
    const running = await startInstalled(command, ['start'], { cwd: base, environment })
    expect(await ringDemoPhone(running)).toMatch(/^\d{4}$/)
    expect(running.said()).toContain('"ringkey demo link"')
    // The data of operators abroad are read from a package beside the bundle.
    expect(run(command, ['lookup', '447400123456'], base, environment)).toContain('Three')
    const cabinet = await fetch(`${running.url}/cabinet/`)
    expect(await cabinet.text()).toContain('<title>Ringkey</title>')
    expect(await running.stop()).toEqual({ code: 0, signal: null })
  })
})

/** A folder with a `node` that says that it is of version 20. */
function oldNode(): string {
  const folder = join(base, 'old-node')
  mkdirSync(folder)
  const pretend = "data:text/javascript,Object.defineProperty(process,'version',{value:'v20.20.2'})"
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nexec "${process.execPath}" --import "${pretend}" "$@"\n`)
  chmodSync(join(folder, 'node'), 0o755)
  return folder
}

/** The space on disk, in whole blocks. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).blocks * 512,
    0,
  )
}
