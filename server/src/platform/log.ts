import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/**
 * JSON lines. What is logged is chosen with care; the filter is the second line of defence: a run of digits
 * that could be a phone number is masked, and so is anything that looks like a bearer credential.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      redact: ['key', 'secret', 'password', '*.key', '*.secret', '*.password', 'headers.authorization'],
      hooks: { streamWrite: withoutPersonalData },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  )
}

export function withoutPersonalData(line: string): string {
  return line
    .replace(/(?<![\d.-])(\d{1,8})\d{3}(\d{4})(?![\d.])/g, (run, head: string, tail: string) =>
      run.length >= 10 ? `${head}***${tail}` : run,
    )
    .replace(/\b[A-Za-z0-9]{32}\.\d+/g, '[credentials]')
}
