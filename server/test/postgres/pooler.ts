import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../service.ts'
import { ask, unprivileged } from './cluster.ts'

const program = '/usr/sbin/pgbouncer'
const startPatienceMs = 60_000
/** Fewer than the connections of a node, so that its transactions take turns on them. */
const serverConnections = 5

export interface Pooler {
  /** The same database through PgBouncer. */
  url(directUrl: string): string
  stop(): Promise<void>
}

/** PgBouncer with transaction pooling before the server of this address, run by a user who is not root. */
export async function startPooler(directUrl: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-pooler-'))
  const identity = unprivileged()
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid!)
  const server = new URL(directUrl)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${serverConnections}`,
    'max_client_conn = 200',
    // Every test has a database of its own, and the server has a hundred connections for all.
    'server_idle_timeout = 1',
  ]
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  const child = spawn(program, ['-q', file], { ...identity, cwd: '/', stdio: 'ignore' })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const url = (direct: string) => {
    const through = new URL(direct)
    through.port = String(port)
    return through.href
  }
  for (const until = performance.now() + startPatienceMs; ; await sleep(50)) {
    try {
      await ask(url(directUrl), 'SELECT 1')
      break
    } catch (error) {
      if (performance.now() > until || child.exitCode !== null) throw error
    }
  }
  return {
    url,
    async stop() {
      process.off('exit', killed)
      const ended = once(child, 'exit')
      // Without waiting for clients.
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
