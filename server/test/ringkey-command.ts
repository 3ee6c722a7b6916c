import { readFileSync } from 'node:fs'
import { openInstallation } from '../src/app/open-installation.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { commands } from '../src/cli/commands/index.ts'
import { checkNode } from '../src/cli/doctor/check-node.ts'
import type { CheckResult } from '../src/cli/doctor/check-result.ts'
import type { Terminal } from '../src/cli/terminal.ts'
import type { Clock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/random.ts'
import { cheapPasswords } from './cheap-passwords.ts'
import { ManualClock } from './manual-clock.ts'

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any report
  readonly json: any
}

export interface Surroundings {
  /** Who the operating system says it is; nobody without it. */
  readonly user?: string
  readonly clock?: Clock
  readonly environment?: Readonly<Record<string, string>>
  readonly open?: typeof openInstallation
  /** What the person at the keyboard answers; without it there is nobody. */
  readonly answer?: string
  /** The first line of standard input. */
  readonly line?: string
  /** Standard input, when a command reads all of it. */
  readonly input?: string
  readonly isWatched?: boolean
  /** When the person at the keyboard has had enough; at once without it. */
  readonly interrupted?: Promise<void>
}

let nodeChecked: Promise<CheckResult> | undefined

/** A terminal that remembers what was written to it. */
export function testTerminal(surroundings: Surroundings) {
  const written = { out: '', err: '' }
  const terminal: Terminal = {
    user: surroundings.user ?? '',
    environment: surroundings.environment ?? {},
    clock: surroundings.clock ?? new ManualClock(),
    random: systemRandom,
    passwords: cheapPasswords,
    openInstallation: surroundings.open ?? openInstallation,
    // Once for all commands of a worker.
    checkNode: () => (nodeChecked ??= checkNode(process.execPath, process.version)),
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
    draw: (text) => {
      written.err += text
    },
    isWatched: surroundings.isWatched ?? false,
    ask: async () => surroundings.answer,
    readLine: async () => surroundings.line ?? '',
    async *lines(file) {
      const content = file === undefined ? (surroundings.input ?? '') : readFileSync(file, 'utf8')
      yield* content.split('\n')
    },
    interrupted: async () => surroundings.interrupted,
  }
  return { terminal, written }
}

/** Runs the real command table in this process, on the data folder of a test. */
export async function ringkey(
  folder: string,
  typed: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const { terminal, written } = testTerminal({
    ...surroundings,
    environment: { RINGKEY_DATA: folder, ...surroundings.environment },
  })
  const code = await runCommandLine(commands, typed, terminal)
  const json = typed.includes('--json') ? jsonOf(written.out) : undefined
  return { code, ...written, json }
}

/** Undefined for a stream of one object a line. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
