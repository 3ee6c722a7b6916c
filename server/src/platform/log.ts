import pino, { type DestinationStream, type Level } from 'pino'
import type { LogEvent } from './log-events.ts'

type Write = (facts: { readonly event: LogEvent; readonly [fact: string]: unknown }, text: string) => void

/** Every line has an `event` from a fixed list (docs/observe.md), so that alerts need not match texts. */
export interface Log extends Readonly<Record<Level, Write>> {
  isLevelEnabled(level: Level): boolean
}

export const logFileNumber = 2
const maxUnwrittenBytes = 1024 * 1024

/**
 * JSON lines. Callers log no private data; this filter is the second line of defence. It masks a run of digits that
 * could be a phone number, and anything that looks like a bearer credential. `also` gets each line as it is written.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  also?: (line: string) => void,
): Log {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      redact: ['key', 'secret', 'password', '*.key', '*.secret', '*.password', 'headers.authorization'],
      hooks: {
        streamWrite(line) {
          const clean = withoutPersonalData(line)
          also?.(clean)
          return clean
        },
      },
    },
    destination ?? standardError(),
  )
}

/** When the terminal was closed or nobody reads the pipe, lines are lost, but calls and their money continue. */
function standardError(): DestinationStream {
  return pino
    .destination({ fd: logFileNumber, sync: true, maxLength: maxUnwrittenBytes })
    .on('error', () => {})
}

/** A number with a decimal point is a measured figure, unless both of its halves could be phones. */
const decimal = String.raw`(?<![\d.])(?:\d{1,9}\.\d+|\d+\.\d{1,9})(?![\d.])`
/** E.164 has at most 15 digits; runs shorter than ten digits are usually figures, not phones. */
const phoneLike = String.raw`(?<!\d)\d{10,15}(?!\d)`
const decimalOrPhone = new RegExp(`${decimal}|${phoneLike}`, 'g')

export function withoutPersonalData(line: string): string {
  // Credentials first: masking ten digits inside a key would change it so that it is no longer recognised as a key.
  return line
    .replace(/\b[A-Za-z0-9]{32}\.\d+/g, '[credentials]')
    .replace(decimalOrPhone, (run) => (run.includes('.') ? run : `${run.slice(0, -7)}***${run.slice(-4)}`))
}
