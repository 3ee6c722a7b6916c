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

/** All networks of all processes have their addresses in this one. */
export const separateNetworks = '10.213.0.0/16'
/** Two networks of four addresses each. */
const addressesOfOne = 8

/** `place`: from 0 to 31, another one for each network that the same process makes. */
export function makeSeparateNetwork(place = 0): SeparateNetwork {
  const name = `ringkey-${process.pid}-${place}`
  const outside = `rk${process.pid}-${place}`
  const address = (nth: number) => `10.213.${process.pid % 250}.${place * addressesOfOne + nth}`
  const [hostAddress, nodeAddress] = [address(1), address(2)]
  const [databaseAddress, databaseClient] = [address(5), address(6)]
  ip('netns', 'add', name)
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'inside', 'netns', name)
  for (const ours of [hostAddress, databaseAddress]) ip('addr', 'add', `${ours}/30`, 'dev', outside)
  for (const theirs of [nodeAddress, databaseClient])
    ip('-n', name, 'addr', 'add', `${theirs}/30`, 'dev', 'inside')
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
