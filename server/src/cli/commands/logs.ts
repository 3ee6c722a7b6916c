import type { Level } from 'pino'
import { logEvents } from '../../platform/log-events.ts'
import { defineCommand, many, one, optional } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { moment, oneOf, text } from '../readings.ts'

/** As pino numbers them. */
const levelNumbers: Readonly<Record<Level, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
}
const levels = Object.keys(levelNumbers) as Level[]

export interface LogChoice {
  /** Lines below this level are left out. */
  readonly level: Level | undefined
  /** Only these events; all when empty. */
  readonly events: readonly string[]
  /** Unix milliseconds: only lines at or after this time. */
  readonly since: number | undefined
}

/**
 * One line of the log for a person: time, level, event, text, and the other facts as name=value. Undefined when the
 * choice leaves it out. A line that is not ours (a crash of Node, a line of the supervisor) is shown as it is.
 */
export function logText(line: string, { level, events, since }: LogChoice): string | undefined {
  const entry = entryOf(line)
  const isFiltered = level !== undefined || events.length > 0 || since !== undefined
  if (entry === undefined) return isFiltered || line.trim() === '' ? undefined : line
  const { level: number, time, event, msg, err, ...facts } = entry
  if (level !== undefined && number < levelNumbers[level]) return undefined
  if (events.length > 0 && !events.includes(String(event))) return undefined
  if (since !== undefined && !(Date.parse(time) >= since)) return undefined
  const name = levels.findLast((each) => levelNumbers[each] <= number) ?? 'trace'
  const parts = [time.replace('T', ' ').replace('Z', ''), name.toUpperCase().padEnd(5), event, msg]
  const others = Object.entries(facts).map(([fact, value]) => `${fact}=${shown(value)}`)
  const first = [...parts, ...others].filter((part) => part !== undefined && part !== '').join('  ')
  return err === undefined ? first : `${first}\n${indented(err)}`
}

interface Entry {
  readonly level: number
  readonly time: string
  readonly event?: string
  readonly msg?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [fact: string]: unknown
}

/** A supervisor may put its own words before the line: `journalctl` without `-o cat` does. */
function entryOf(line: string): Entry | undefined {
  const start = line.indexOf('{"level":')
  if (start < 0) return undefined
  try {
    const entry = JSON.parse(line.slice(start)) as Entry
    return typeof entry.level === 'number' && typeof entry.time === 'string' ? entry : undefined
  } catch {
    return undefined
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"=]/.test(text) || text === '' ? JSON.stringify(text) : text
}

function indented({ stack, message }: NonNullable<Entry['err']>): string {
  return (stack ?? message ?? '').replace(/^/gm, '    ')
}

export const logs = defineCommand({
  words: 'logs',
  summary:
    'Show the JSON log lines of the service in a form for people: journalctl -o cat -fu ringkey | ringkey logs',
  operands: { file: optional('FILE', text('a file with log lines')) },
  options: {
    level: one('LEVEL', 'this level and above', oneOf(...levels)),
    event: many('EVENT', 'only lines of this event', oneOf(...logEvents)),
    since: one('TIME', 'at or after this day or time (UTC)', moment),
  },
  async run({ operands, options, terminal, json }) {
    if (operands.file === undefined && terminal.isTyping)
      throw new CommandFailed('FILE is missing: expected a file with log lines, or lines on standard input')
    try {
      for await (const line of terminal.lines(operands.file)) {
        const shown = logText(line, { level: options.level, events: options.event, since: options.since })
        if (shown !== undefined) terminal.out(`${json ? line : shown}\n`)
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      throw new CommandFailed(`FILE cannot be read: ${error.message}`)
    }
  },
})
