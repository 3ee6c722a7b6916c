import { createReadStream } from 'node:fs'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Passwords } from '../accounts/passwords.ts'
import { openInstallation } from '../app/open-installation.ts'
import { readEnvironment } from '../config/environment.ts'
import type { Clock } from '../platform/clock.ts'
import { type Random, systemRandom } from '../platform/random.ts'
import { systemClock } from '../platform/system-clock.ts'
import { checkNode } from './doctor/check-node.ts'
import type { CheckResult } from './doctor/check-result.ts'

/** The environment of a command; a test passes its own. */
export interface Terminal {
  /** Who runs the command, as the operating system names them, before `sudo`; "" when it names nobody. */
  readonly user: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: Random
  readonly passwords: Passwords
  /** Opens the store and the keys; a test may have one of its own. */
  readonly openInstallation: typeof openInstallation
  /** Compares the running Node with the one of the release, which reads 120 MB. */
  checkNode(): Promise<CheckResult>
  out(text: string): void
  err(text: string): void
  /** Writes to stderr unchanged, for cursor control. `out` and `err` show control characters as text instead. */
  draw(text: string): void
  /** Stderr is a terminal: progress may be drawn there. */
  readonly isWatched: boolean
  /** Asks the user; undefined without a keyboard. */
  ask(question: string): Promise<string | undefined>
  /** The first line of standard input. */
  readLine(): Promise<string>
  /** The lines of a file, or of standard input. */
  lines(file: string | undefined): AsyncIterable<string>
  /** Resolves when the user presses Ctrl+C. */
  interrupted(): Promise<void>
}

/** A container may run as a number that has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

export function systemTerminal(): Terminal {
  const environment = readEnvironment()
  return {
    user: environment.SUDO_USER ?? systemUser(),
    environment,
    clock: systemClock,
    random: systemRandom,
    passwords: new Passwords(systemRandom),
    openInstallation,
    checkNode: () => checkNode(process.execPath, process.version),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    draw: (text) => void process.stderr.write(text),
    isWatched: process.stderr.isTTY === true,
    async ask(question) {
      if (process.stdin.isTTY !== true) return undefined
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await lines.question(question)
      } finally {
        lines.close()
      }
    },
    async readLine() {
      const lines = createInterface({ input: process.stdin })
      for await (const line of lines) {
        lines.close()
        return line
      }
      return ''
    },
    lines: (file) => createInterface({ input: file === undefined ? process.stdin : createReadStream(file) }),
    interrupted: () => new Promise((resolve) => process.once('SIGINT', () => resolve())),
  }
}
