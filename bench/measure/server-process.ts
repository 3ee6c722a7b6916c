import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/test/service.ts'

const startPatienceMs = 60_000
/** A service that waits for requests which are still held is ended at once after this time. */
const endPatienceMs = 30_000

export interface ServerProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
  readonly baseUrl: string
  /** Everything that it printed. */
  printed(): string
  end(): Promise<void>
}

export interface ServerOptions {
  readonly words?: readonly (string | number)[]
  readonly nodeFlags?: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  /** Where it listens, if it is in a network of its own. */
  readonly host?: string
  /** Words before the program, such as `taskset -c 1`. */
  readonly wrapper?: readonly string[]
  /** It answers messages. */
  readonly ipc?: boolean
}

/** Starts a Node program, given by its URL, and waits until it answers at its port. */
export async function startServer(
  program: string,
  port: number,
  {
    words = [],
    nodeFlags = [],
    environment = {},
    host = '127.0.0.1',
    wrapper = [],
    ipc = false,
  }: ServerOptions = {},
): Promise<ServerProcess> {
  const whole = [...wrapper, process.execPath, ...nodeFlags, fileURLToPath(program), ...words.map(String)]
  const child = spawn(whole[0]!, whole.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
    env: { ...process.env, ...environment },
  })
  // A bench that fails leaves nothing running.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let printed = ''
  child.stdout!.on('data', (bytes: Buffer) => {
    printed += bytes.toString()
  })
  const baseUrl = `http://${host}:${port}`
  const untilMs = performance.now() + startPatienceMs
  while (!(await answers(`${baseUrl}/health`))) {
    if (performance.now() > untilMs || child.exitCode !== null) throw new Error(`no start: ${printed}`)
    await sleep(20)
  }
  return {
    child,
    pid: child.pid!,
    port,
    baseUrl,
    printed: () => printed,
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), endPatienceMs)
      await exited
      clearTimeout(timer)
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  )

export interface MeasuredService extends ServerProcess {
  readonly metricsUrl: string
  readonly environment: NodeJS.ProcessEnv
}

/** The service, or a program around it, on a folder of its own and free ports, without limits of an address. */
export async function startServiceOn(
  program: string,
  folder: string,
  { environment = {}, ...options }: ServerOptions = {},
): Promise<MeasuredService> {
  const [port, altPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const { host = '127.0.0.1' } = options
  const whole = {
    RINGKEY_DATA: folder,
    RINGKEY_HOST: host,
    RINGKEY_PORT: String(port),
    RINGKEY_ALT_PORT: String(altPort),
    RINGKEY_METRICS_HOST: host,
    RINGKEY_METRICS_PORT: String(metricsPort),
    RINGKEY_SIP_PORT: '0',
    RINGKEY_DEMO: 'off',
    RINGKEY_LOG_LEVEL: 'error',
    ...environment,
  }
  return {
    ...(await startServer(program, port, { ...options, environment: whole })),
    metricsUrl: `http://${host}:${metricsPort}/metrics`,
    environment: whole,
  }
}

/** A service with a key and money, made as the operator makes it. Returns the value of its Authorization header. */
export function enrich(service: Pick<MeasuredService, 'environment'>): string {
  return enrichMany(service, 1)[0]!
}

/** The same for so many services, each with an account of its own. */
export function enrichMany({ environment }: Pick<MeasuredService, 'environment'>, count: number): string[] {
  const program = fileURLToPath(import.meta.resolve('./make-service.ts'))
  const env = { ...process.env, ...environment }
  const made = execFileSync(process.execPath, [program, String(count)], { env })
  return made
    .toString()
    .trim()
    .split('\n')
    .map((key) => `Bearer ${key}`)
}
