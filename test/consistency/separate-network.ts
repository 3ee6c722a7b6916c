import { spawnSync } from 'node:child_process'

/** A network namespace for one node: its way to the clients and its way to the database can fail separately. */
export interface SeparateNetwork {
  /** Words before a command that runs inside. */
  readonly wrapper: readonly string[]
  /** For HTTP and SIP: the test's side and the node's. */
  readonly hostAddress: string
  readonly nodeAddress: string
  /** Where the node finds the database. */
  readonly databaseAddress: string
  /** Answers of the database vanish. */
  silence(): void
  /** The database is unreachable, and connecting says so. */
  refuse(): void
  mend(): void
  remove(): void
}

export function makeSeparateNetwork(): SeparateNetwork {
  const name = `ringkey-${process.pid}`
  const outside = `rk${process.pid}`
  const net = `10.213.${process.pid % 250}`
  const [hostAddress, nodeAddress] = [`${net}.1`, `${net}.2`]
  const [databaseAddress, databaseClient] = [`${net}.5`, `${net}.6`]
  ip('netns', 'add', name)
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'inside', 'netns', name)
  for (const address of [hostAddress, databaseAddress]) ip('addr', 'add', `${address}/30`, 'dev', outside)
  for (const address of [nodeAddress, databaseClient])
    ip('-n', name, 'addr', 'add', `${address}/30`, 'dev', 'inside')
  ip('link', 'set', outside, 'up')
  ip('-n', name, 'link', 'set', 'inside', 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  const silent = ['blackhole', databaseClient]
  const refused = ['unreachable', databaseAddress]
  return {
    wrapper: ['ip', 'netns', 'exec', name],
    hostAddress,
    nodeAddress,
    databaseAddress,
    silence: () => ip('route', 'add', ...silent),
    refuse: () => ip('-n', name, 'route', 'add', ...refused),
    mend() {
      spawnSync('ip', ['route', 'del', ...silent])
      spawnSync('ip', ['-n', name, 'route', 'del', ...refused])
    },
    remove() {
      this.mend()
      ip('netns', 'del', name)
    },
  }
}

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${stderr}`)
}
