import { logCsv, logJsonLines, logLineOf } from '../../cabinet/log-lines.ts'
import { sentenceOf } from '../../operations/operations-table.ts'
import { type LogFilter, logGroups, logResults } from '../../storage/queries/operators-log.ts'
import { listing } from '../columns.ts'
import { defineCommand, type GivenOptions, one } from '../command.ts'
import { id, moment, oneOf, text } from '../readings.ts'

const shownLines = 50
const maxShownLines = 1_000

const filterOptions = {
  about: one('WHAT', 'changes, sign-ins or keys', oneOf(...logGroups)),
  result: one('RESULT', 'done or refused', oneOf(...logResults)),
  who: one('TEXT', 'a part of the e-mail address; the command line is "command"', text()),
  from: one('ADDRESS', 'the beginning of the client address', text()),
  account: one('ID', 'the account that it concerns', id),
  since: one('TIME', 'at or after this day or time (UTC)', moment),
  until: one('TIME', 'before this day or time (UTC)', moment),
}

function filterOf(chosen: GivenOptions<typeof filterOptions>): LogFilter {
  const { result, who, about: group, from: ip, account: accountId, since: from, until: to } = chosen
  return { result, who, group, ip, accountId, from, to }
}

const list = defineCommand({
  words: 'audit-log list',
  summary: "Show the operators' log: changes, sign-ins and refused keys, newest first",
  options: {
    ...filterOptions,
    limit: one('COUNT', `lines to show, ${shownLines} if not said, at most ${maxShownLines}`, id),
  },
  async run({ options, open }) {
    const { store } = await open()
    const limit = Math.min(options.limit ?? shownLines, maxShownLines)
    const lines = await store.operatorActions({ ...filterOf(options), before: null, limit })
    return listing(
      lines,
      'No such lines in the log',
      {
        'TIME (UTC)': 'createdAt',
        WHO: ({ email }) => email || '-',
        WHAT: ({ action, facts }) => sentenceOf(action, facts).en,
        FROM: 'ip',
        RESULT: 'result',
        TIMES: 'times',
      },
      logLineOf,
    )
  },
})

const exportLog = defineCommand({
  words: 'audit-log export',
  summary: "Write the operators' log to standard output, newest first",
  options: {
    ...filterOptions,
    format: one('FORMAT', 'csv or jsonl (a JSON object a line); jsonl if not said', oneOf('csv', 'jsonl')),
  },
  async run({ options, open, terminal }) {
    const { store } = await open()
    const rows = options.format === 'csv' ? logCsv : logJsonLines
    // The terminal would show the carriage returns of RFC 4180.
    for await (const piece of rows(store, filterOf(options))) terminal.out(piece.replaceAll('\r\n', '\n'))
  },
})

export const logCommands = [list, exportLog]
