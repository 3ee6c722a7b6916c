// PostgreSQL of Debian's packages: it has the programs that copy a server, which the one from npm lacks.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { unprivileged } from '../../../server/test/postgres/cluster.ts'
import { freePort } from '../../../server/test/service.ts'

const programs = '/usr/lib/postgresql/15/bin'
const user = 'ringkey'

export interface Server {
  readonly port: number
  /** The folder of its data. */
  readonly data: string
  url(database: string): string
  start(): void
  /** Without a last checkpoint, as in a crash. */
  crash(): void
  /** A standby becomes the primary. */
  promote(): void
}

/** A new server in a folder, not started yet. */
export async function makeServer(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const data = join(folder, 'data')
  makeFolder(folder)
  run('initdb', '-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  return serverOf(data, { unix_socket_directories: '', shared_buffers: '64MB', ...settings })
}

/** A server on the data of another one that runs; pg_basebackup is given further words. */
export async function copyServer(
  from: Server,
  folder: string,
  words: readonly string[] = [],
): Promise<Server> {
  const data = join(folder, 'data')
  makeFolder(folder)
  run('pg_basebackup', '-d', from.url('postgres'), '-D', data, '--checkpoint=fast', ...words)
  return serverOf(data, {})
}

/** Writes settings, the last of which count. */
export function configure({ data }: Pick<Server, 'data'>, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
}

/** A folder that the user of the server may write to. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { uid, gid } = unprivileged()
  if (uid !== undefined) chownSync(folder, uid, gid!)
}

async function serverOf(data: string, settings: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort()
  configure({ data }, { ...settings, port: String(port) })
  const control = (...words: string[]) => run('pg_ctl', '-D', data, '-w', ...words)
  return {
    port,
    data,
    url: (database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    start: () => control('-l', `${data}.log`, 'start'),
    crash: () => control('-m', 'immediate', 'stop'),
    promote: () => control('promote'),
  }
}

function run(program: string, ...words: string[]): void {
  execFileSync(join(programs, program), words, {
    ...unprivileged(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
