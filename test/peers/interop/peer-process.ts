import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A machine that runs all tests at once may take several times as long as an idle one. */
const startTimeoutMs = 30_000
const endTimeoutMs = 3000
const maxOutputCharacters = 200_000

/** A folder for one test, removed by `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'ringkey-interop-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const given = new Set<number>()
const maxDraws = 1000
/** What one peer may use: its port and the four after it (RTP, RTCP, and SIPp's second pair). */
const portsPerPeer = 5

/** Below the range that Linux gives to outgoing connections (32768 on), so that none of them takes a port in between. */
const firstPort = 10_000
const lastPort = 32_000

/** An even port with the next four, all free for TCP and UDP and not given out before. */
export function freePort(): number {
  const bound = boundPorts()
  for (let draw = 0; draw < maxDraws; draw++) {
    // RTP wants even ports.
    const even = randomInt(firstPort / 2, lastPort / 2) * 2
    const wanted = Array.from({ length: portsPerPeer }, (_, index) => even + index)
    if (wanted.some((one) => given.has(one) || bound.has(one))) continue
    for (const one of wanted) given.add(one)
    return even
  }
  throw new Error(`no free ports after ${maxDraws} draws`)
}

/** The kernel's tables of sockets, which tell without touching a port who holds it. */
const tablesOf = (protocol: 'udp' | 'tcp') =>
  [protocol, `${protocol}6`].map((name) => readFileSync(`/proc/net/${name}`, 'latin1'))

/** Also those of connections that are long over (TIME_WAIT): there may be thousands, so the tables are read once. */
function boundPorts(): Set<number> {
  const tables = [...tablesOf('udp'), ...tablesOf('tcp')].join('')
  return new Set(tables.matchAll(/^ *\d+: \w+:(\w{4}) /gm).map(([, port]) => Number.parseInt(port!, 16)))
}

/** Whether some program is ready at that port. */
function isListening(protocol: 'udp' | 'tcp', port: number): boolean {
  const local = port.toString(16).toUpperCase().padStart(4, '0')
  const line = new RegExp(`^ *\\d+: \\w+:${local} \\w+:\\w+ ${protocol === 'udp' ? '' : '0A '}`, 'm')
  return tablesOf(protocol).some((table) => line.test(table))
}

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** It takes commands with `type`; otherwise it has no standard input. */
  readonly readsCommands?: boolean
}

/** A program that a test has started; ended by its pid, never by its name. */
export class PeerProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<number>
  #output = ''

  constructor(command: string, words: readonly string[], folder: string, more: ProcessOptions = {}) {
    const { environment = {}, readsCommands = false } = more
    this.#child = spawn(command, words, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: [readsCommands ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    })
    const keep = (bytes: Buffer) => {
      this.#output = (this.#output + bytes.toString()).slice(-maxOutputCharacters)
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#exited = new Promise((resolve, reject) => {
      this.#child.on('error', reject)
      this.#child.on('exit', (code, signal) => resolve(code ?? (signal === null ? -1 : -2)))
    })
    this.#exited.catch(() => {})
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get output(): string {
    return this.#output
  }

  /** The exit code. */
  exited(): Promise<number> {
    return this.#exited
  }

  /** Waits until the program holds its port. */
  async bound(protocol: 'udp' | 'tcp', port: number): Promise<void> {
    const endMs = performance.now() + startTimeoutMs
    while (!isListening(protocol, port)) {
      if (performance.now() > endMs || this.#child.exitCode !== null) {
        throw new Error(`port ${port} was not opened:\n${this.#output.slice(-4000)}`)
      }
      await sleep(10)
    }
  }

  /** Waits for a text in what the program prints. */
  async printed(text: string): Promise<void> {
    const endMs = performance.now() + startTimeoutMs
    while (!this.#output.includes(text)) {
      if (performance.now() > endMs || this.#child.exitCode !== null) {
        throw new Error(`"${text}" was not printed:\n${this.#output.slice(-4000)}`)
      }
      await sleep(10)
    }
  }

  /** A line on the standard input of the program. */
  type(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGTERM')
    const ended = await Promise.race([this.#exited, sleep(endTimeoutMs, 'late', { ref: false })])
    if (ended === 'late') {
      this.#child.kill('SIGKILL')
      await this.#exited
    }
  }
}
