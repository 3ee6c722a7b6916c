import type { ServiceRecord } from '../storage/queries/services.ts'
import { type Command, defineCommand, operand, type Report } from './command.ts'
import type { CommandContext } from './command-context.ts'
import { findService } from './finding.ts'
import { serviceId } from './readings.ts'
import { shownValue } from './wording.ts'

const gap = '  '

/** Lines with aligned columns. */
export function columns(rows: readonly (readonly string[])[], alignRight: readonly number[] = []): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  )
  return rows.map((row) =>
    row
      .map((cell, index) =>
        alignRight.includes(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join(gap)
      .trimEnd(),
  )
}

/** A table for people; numbers are right-aligned. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  whenEmpty: string,
): string {
  if (rows.length === 0) return whenEmpty
  const isNumber = (cell: string | number | undefined) =>
    typeof cell === 'number' || /^(-?\d+\.\d+|none|-)$/.test(String(cell))
  const numeric = headings.flatMap((_, index) => (rows.every((row) => isNumber(row[index])) ? [index] : []))
  return columns([headings, ...rows.map((row) => row.map(String))], numeric).join('\n')
}

/** One record with its fields, one per line. */
export function fields(pairs: readonly (readonly [string, string | number])[]): string {
  return columns(pairs.map(([name, value]) => [`${name}:`, String(value)])).join('\n')
}

type Shown<R> = (keyof R & string) | ((record: R) => string | number)

interface List<R> {
  readonly words: string
  readonly summary: string
  readonly records: (context: CommandContext) => Promise<readonly R[]>
  readonly whenEmpty: string
  readonly shown: Readonly<Record<string, Shown<R>>>
  readonly json?: (record: R) => object
}

/** A command that shows records, without operands and options. */
export function listCommand<R extends object>({ words, summary, records, ...list }: List<R>): Command {
  return defineCommand({
    words,
    summary,
    run: async ({ open }) => listing(await records(await open()), list.whenEmpty, list.shown, list.json),
  })
}

interface ListOfService<R> extends Pick<List<R>, 'words' | 'summary' | 'shown' | 'json'> {
  readonly records: (context: CommandContext, service: ServiceRecord) => Promise<readonly R[]>
  readonly whenEmpty: (service: number) => string
}

/** A command that shows records of a service. */
export function listOfService<R extends object>({ words, summary, ...list }: ListOfService<R>): Command {
  return defineCommand({
    words,
    summary,
    operands: { service: operand('SERVICE', serviceId) },
    async run({ operands, open }) {
      const context = await open()
      const service = await findService(context, operands.service)
      return listing(await list.records(context, service), list.whenEmpty(service.id), list.shown, list.json)
    },
  })
}

/** All records for programs, and for people a table with these headings; a heading names a field, or what to show of the record. */
export function listing<R extends object>(
  records: readonly R[],
  whenEmpty: string,
  shown: Readonly<Record<string, Shown<R>>>,
  json: (record: R) => object = (record) => record,
): Report {
  const cells = Object.values(shown)
  const rows = records.map((record) =>
    cells.map((cell) => (typeof cell === 'function' ? cell(record) : shownValue(cell, record[cell]))),
  )
  return { json: records.map(json), text: table(Object.keys(shown), rows, whenEmpty) }
}
