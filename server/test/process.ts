import { type ChildProcess, spawn } from 'node:child_process'
import { programOf } from '../../test/setup/program.ts'
import { freePort } from './service.ts'

const startPatienceMs = 60_000

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/** The service as a real process. */
export interface ServiceProcess {
  readonly pid: number
  readonly baseUrl: string
  /** What it has logged so far. */
  logged(): string
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

export interface ProcessOptions {
  /** A shell command that runs first, in a name space of its own: its mounts are seen by the service alone. */
  readonly mount?: string
  /** Runs it in a terminal of its own, which ends with the process that `pid` names. */
  readonly hasTerminal?: boolean
}

/** Starts the service on free ports; resolves when it is ready, rejects with what it said when it ends before. */
export async function startProcess(
  environment: Readonly<Record<string, string>>,
  options: ProcessOptions = {},
): Promise<ServiceProcess> {
  const port = await freePort()
  const child = spawnMain(
    {
      RINGKEY_PORT: String(port),
      RINGKEY_ALT_PORT: '0',
      RINGKEY_METRICS_PORT: '0',
      RINGKEY_SIP_PORT: '0',
      ...environment,
    },
    options,
  )
  const ended = endOf(child)
  let logged = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    logged += chunk
  })
  const ready = new Promise<'ready'>((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => chunk.includes('Ringkey is ready') && resolve('ready'))
  })
  const tooLong = setTimeout(() => child.kill('SIGKILL'), startPatienceMs)
  const first = await Promise.race([ready, ended])
  clearTimeout(tooLong)
  if (first !== 'ready') throw new Error(`the service ended (${first.code ?? first.signal}): ${first.err}`)
  return {
    pid: child.pid!,
    baseUrl: `http://127.0.0.1:${port}`,
    logged: () => logged,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs the service where it is expected to end by itself. */
export async function runProcess(
  environment: Readonly<Record<string, string>>,
  options: ProcessOptions = {},
): Promise<Ended> {
  const child = spawnMain(
    {
      RINGKEY_PORT: '0',
      RINGKEY_ALT_PORT: '0',
      RINGKEY_METRICS_PORT: '0',
      RINGKEY_SIP_PORT: '0',
      ...environment,
    },
    options,
  )
  const tooLong = setTimeout(() => child.kill('SIGKILL'), startPatienceMs)
  const ended = await endOf(child)
  clearTimeout(tooLong)
  return ended
}

function spawnMain(
  environment: Readonly<Record<string, string>>,
  { mount, hasTerminal }: ProcessOptions,
): ChildProcess {
  // With the compiled modules of the run (test/setup/run.ts), if there are any.
  const { PATH = '', NODE_COMPILE_CACHE = '', TEST_PROGRAMS = '' } = process.env
  const options = { env: { PATH, NODE_COMPILE_CACHE, TEST_PROGRAMS, ...environment }, stdio: 'pipe' as const }
  const service = [process.execPath, ...programOf('serve')]
  const [program, ...given] =
    mount !== undefined
      ? ['unshare', '-rm', 'sh', '-ec', `${mount}; exec "$0" "$@"`, ...service]
      : hasTerminal === true
        ? process.platform === 'darwin'
          ? ['script', '-q', '/dev/null', ...service]
          : ['script', '-qec', `exec ${service.join(' ')}`, '/dev/null']
        : service
  const child = spawn(program!, given, options)
  // A test that fails half-way leaves no service behind.
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  return child
}

function endOf(child: ChildProcess): Promise<Ended> {
  let out = ''
  let err = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    out += chunk
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    err += chunk
  })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, out, err })))
}
