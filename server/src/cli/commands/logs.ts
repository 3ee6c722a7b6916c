import { logEvents } from '../../platform/log-events.ts'
import { defineCommand, many, one, optional } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { levels, logText } from '../log-text.ts'
import { moment, oneOf, text } from '../readings.ts'

const read = defineCommand({
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
    return { json: undefined, text: '' }
  },
})

export const logsCommands = [read]
