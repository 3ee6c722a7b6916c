import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, PeerProcess, temporaryFolder } from './peer-process.ts'

const scenarios = join(import.meta.dirname, 'scenarios')

export interface SippOptions {
  readonly transport?: 'udp' | 'tcp'
  /** Our address, for scenarios that call. */
  readonly remotePort?: number
  readonly calls?: number
  /** One that `freePort` gave; a new one without it. */
  readonly port?: number
  readonly more?: readonly string[]
  /** What a scenario plays that speaks, in A-law. */
  readonly sound?: Uint8Array
}

export interface Sipp {
  readonly port: number
  /** The port that echoes RTP. */
  readonly mediaPort: number
  /** Resolves when every step of the scenario was met; rejects with SIPp's own words when one was not. */
  finished(): Promise<void>
  end(): Promise<void>
}

/** Starts SIPp with one scenario of the folder; waits until it listens if it is to be called. */
export async function startSipp(scenario: string, options: SippOptions = {}): Promise<Sipp> {
  const file = join(scenarios, `${scenario}.xml`)
  if (!existsSync(file)) throw new Error(`there is no scenario ${scenario}`)
  const folder = temporaryFolder()
  const port = options.port ?? freePort()
  const mediaPort = freePort()
  const transport = options.transport ?? 'udp'
  const words = [
    ...(options.remotePort === undefined ? [] : [`127.0.0.1:${options.remotePort}`]),
    ...['-sf', file, '-i', '127.0.0.1', '-p', String(port), '-mi', '127.0.0.1', '-mp', String(mediaPort)],
    ...['-t', transport === 'udp' ? 'u1' : 't1', '-m', String(options.calls ?? 1), '-nostdin', '-rtp_echo'],
    // Somebody who speaks is spoken to for up to 25 s.
    ...[
      '-timeout',
      options.sound === undefined ? '20' : '45',
      '-timeout_error',
      '-trace_err',
      '-trace_msg',
      ...(options.more ?? []),
    ],
  ]
  if (options.sound !== undefined) writeFileSync(join(folder.path, 'said.alaw'), options.sound)
  const sipp = new PeerProcess('sipp', words, folder.path)
  // Nobody dials a caller, and it may have ended before its port is seen.
  if (options.remotePort === undefined) await sipp.bound(transport, port)
  return {
    port,
    mediaPort,
    async finished() {
      const code = await sipp.exited()
      const logs = readdirSync(folder.path)
        .sort()
        .map((name) => readFileSync(join(folder.path, name), 'latin1').slice(-6000))
        .join('\n')
      folder.remove()
      if (code !== 0) throw new Error(`SIPp exited ${code} in ${scenario}\n${logs}`)
    },
    async end() {
      await sipp.end()
      folder.remove()
    },
  }
}
