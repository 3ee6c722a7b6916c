import { sentenceOf } from '../operations/operations-table.ts'
import type { LogFilter, OperatorAction } from '../storage/queries/operators-log.ts'
import type { Store } from '../storage/store.ts'
import { csvHead, csvRow, rowsOf } from './csv.ts'

const pageLength = 30
const exportPageLength = 1_000
/** A year of a busy installation; the file says when it ends early. */
const maxExportedLines = 1_000_000

type LogStore = Pick<Store, 'operatorActions'>

export async function logPage(store: LogStore, filter: LogFilter, before: number | null) {
  const found = await store.operatorActions({ ...filter, before, limit: pageLength + 1 })
  const items = found.slice(0, pageLength)
  return {
    items: items.map(({ personId: _, userAgent: __, ...shown }) => withWords(shown)),
    next: found.length > pageLength ? items.at(-1)!.id : null,
  }
}

/** With its sentence in both languages. */
export const withWords = <Line extends Pick<OperatorAction, 'action' | 'facts'>>(line: Line) => ({
  ...line,
  words: sentenceOf(line.action, line.facts),
})

/** A line as files and the command show it. */
export const logLineOf = (line: OperatorAction) => ({
  id: line.id,
  time: new Date(line.createdAt).toISOString(),
  who: line.email,
  what: line.action,
  facts: line.facts,
  from: line.ip,
  user_agent: line.userAgent,
  result: line.result,
  times: line.times,
  account: line.accountId === 0 ? null : line.accountId,
})

export async function* logCsv(store: LogStore, filter: LogFilter): AsyncGenerator<string> {
  yield csvHead(['id', 'time', 'who', 'what', 'facts', 'from', 'user_agent', 'result', 'times', 'account'])
  const isMore = yield* rowsOf(reading(store, filter), csvLine, maxExportedLines)
  if (isMore) yield csvRow([null, null, null, endsEarly])
}

export async function* logJsonLines(store: LogStore, filter: LogFilter): AsyncGenerator<string> {
  const lineOf = (line: OperatorAction) => `${JSON.stringify(logLineOf(line))}\n`
  const isMore = yield* rowsOf(reading(store, filter), lineOf, maxExportedLines)
  if (isMore) yield `${JSON.stringify({ ends_early: endsEarly })}\n`
}

const endsEarly = `${maxExportedLines} lines: narrow the time to get the rest`

const reading = (store: LogStore, filter: LogFilter) => async (before: number | null) => {
  const items = await store.operatorActions({ ...filter, before, limit: exportPageLength })
  return { items, next: items.length < exportPageLength ? null : items.at(-1)!.id }
}

const csvLine = (line: OperatorAction) =>
  csvRow(Object.values({ ...logLineOf(line), facts: JSON.stringify(line.facts) }))
