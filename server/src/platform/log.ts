import pino, { type DestinationStream, type Level } from 'pino'
import type { LogEvent } from './log-events.ts'
import { withoutPersonalData } from './personal-data.ts'

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
