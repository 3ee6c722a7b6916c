// A day of an operator: the sections of docs/install.md that are the same for every way of installing, in their order.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../server/test/service.ts'
import { startCountingCarrier } from '../../nodes/counting-carrier.ts'
import { type Command, readHandbook } from './handbook.ts'
import { type Way, wayOf } from './ways.ts'

type Environment = Readonly<Record<string, string>>

/** Who runs a program; nobody is named where it is whoever runs the tests. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

export interface StartedService {
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
}

/** The installation that the commands are typed at. */
export interface Installation {
  /** Runs `ringkey WORDS`; `line` stands on standard input. */
  ringkey(words: readonly string[], environment: Environment, line: string): Promise<Ran>
  /** Where other commands run, with which PATH, and as whom. */
  readonly shell?: { readonly cwd: string; readonly environment: Environment; readonly user: User }
  /** `ringkey start`: resolves when the service is ready, rejects with what it said when it ends before. */
  start(environment: Environment): Promise<StartedService>
}

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The password that the carrier gave. */
const carrierPassword = 'correct horse'
const patienceMs = 60_000

export async function beginDay(home: string, installation: Installation) {
  const carrier = await startCountingCarrier()
  const [port, metricsPort, sipPort, rehearsalPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const folders = {
    '/etc/ringkey': 'etc',
    '/backup': 'backup',
    '/vault': 'vault',
    '/tmp': 'tmp',
    '/srv': 'srv',
  }
  for (const folder of Object.values(folders)) mkdirSync(join(home, folder))
  /** What the document says, and what it is here. */
  const substitutions: [string | RegExp, string][] = [
    ['/var/lib/ringkey', join(home, 'data')],
    ...Object.entries(folders).map(([said, folder]): [RegExp, string] => [
      new RegExp(`(?<![\\w.])${said}(?=[/\\s]|$)`, 'g'),
      join(home, folder),
    ]),
    ['http://127.0.0.1:8080', `http://127.0.0.1:${port}`],
    ['http://127.0.0.1:9464', `http://127.0.0.1:${metricsPort}`],
    ['18080', String(rehearsalPort)],
    ['host=sip.carrier.example', `host=127.0.0.1 port=${carrier.port}`],
    // Tests talk to this machine alone.
    ['RINGKEY_SIP_HOST=0.0.0.0', 'RINGKEY_SIP_HOST=127.0.0.1'],
  ]
  /** Later commands name what earlier ones have printed. */
  const learnFrom = (printed: string) => {
    const found = (pattern: RegExp) => pattern.exec(printed)?.[1]
    const learned = {
      VENDOR_ID: found(/"vendor_id":(\d+)/),
      ACCOUNT: found(/^Account: +(\d+)$/m),
      SERVICE_ID: found(/^Service: +(\d+)$/m),
      SECRET_KEY: found(/^Secret key: +(\S+)/m),
    }
    for (const [said, place] of Object.entries(learned))
      if (place !== undefined) substitutions.unshift([said, place])
  }
  const here = (text: string) =>
    substitutions.reduce((so, [said, place]) => so.replaceAll(said as string, place), text)
  const sections = new Map(readHandbook().map((section) => [section.title, section]))
  const unplayed = new Map([...sections].map(([title, { commands }]) => [title, commands]))

  let environment: Environment = {
    RINGKEY_DATA: join(home, 'data'),
    RINGKEY_PORT: String(port),
    RINGKEY_ALT_PORT: '0',
    RINGKEY_METRICS_PORT: String(metricsPort),
    RINGKEY_SIP_PORT: String(sipPort),
  }
  let running: StartedService[] = []

  /** Runs one command; returns what it printed. */
  const run = async ({ line, text }: Command, given: Environment): Promise<string> => {
    const typed = here(text)
    const ran = typed.startsWith('ringkey ')
      ? await installation.ringkey((await wordsOf(typed)).slice(1), given, carrierPassword)
      : await shell(typed, {
          cwd: installation.shell?.cwd ?? home,
          // Without the settings of the test run, whose names begin as ours do.
          env: { PATH: process.env.PATH, ...given, ...installation.shell?.environment },
          ...installation.shell?.user,
        })
    if (ran.code !== 0)
      throw new Error(`line ${line}: "${typed}" ended with ${ran.code}\n${ran.out}\n${ran.err}`)
    return ran.out
  }

  const day = {
    url: `http://127.0.0.1:${port}`,
    carrier,
    get environment() {
      return environment
    },
    here,

    /** Changes the settings to those of the section. */
    takeSettings(title: string): void {
      const { settings } = sections.get(title)!
      const lines = Object.entries(settings).map(([name, value]) => here(`${name}=${value}`).split('=', 2))
      environment = { ...environment, ...Object.fromEntries(lines) }
    },

    async start(given: Environment = environment): Promise<void> {
      running.push(await installation.start(given))
    },

    /** Stops the service that was started last. */
    async stop(): Promise<number | null> {
      return running.pop()!.stop()
    },

    /**
     * Runs the commands of a section, going on where it stopped before, up to the first that begins with `until`; returns
     * what each printed, by command.
     */
    async play(title: string, until?: string): Promise<ReadonlyMap<string, string>> {
      const left = unplayed.get(title)!
      const stop = until === undefined ? left.length : left.findIndex(({ text }) => text.startsWith(until))
      if (stop === -1) throw new Error(`"${title}" has no command that begins with "${until}"`)
      unplayed.set(title, left.slice(stop))
      const printed = new Map<string, string>()
      let given = environment
      for (const command of left.slice(0, stop)) {
        const { text } = command
        if (text.startsWith('export ')) given = { ...given, ...exported(here(text)) }
        else if (text === 'ringkey start') await day.start(given)
        else if (text.includes('/getInfo?')) printed.set(text, await outcomeOf(() => run(command, given)))
        else printed.set(text, await run(command, given))
        learnFrom(printed.get(text) ?? '')
      }
      return printed
    },

    /** Commands that a way has not run yet. */
    missed: (ways: readonly Way[]) =>
      [...unplayed].flatMap(([title, commands]) =>
        ways.includes(wayOf[title]!) ? commands.map(({ text }) => text) : [],
      ),

    async end(): Promise<void> {
      const left = running
      running = []
      await Promise.all(left.map((service) => service.stop()))
      await carrier.close()
    },
  }
  return day
}

/** A person asks again while the call is under way. */
async function outcomeOf(ask: () => Promise<string>): Promise<string> {
  for (const until = performance.now() + patienceMs; ; await sleep(200)) {
    const answer = await ask()
    if (!answer.includes('"call_status":-1') || performance.now() > until) return answer
  }
}

function exported(text: string): Environment {
  const pairs = text.split(' ').slice(1)
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]))
}

/** The words of a command as the shell sees them. */
async function wordsOf(command: string): Promise<string[]> {
  const { out } = await shell(`printf '%s\\0' ${command}`)
  return out.split('\0').slice(0, -1)
}

export function shell(
  command: string,
  options: { cwd?: string; env?: NodeJS.ProcessEnv } & User = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['-ec', command],
      { ...options, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    )
    child.stdin?.end()
  })
}
