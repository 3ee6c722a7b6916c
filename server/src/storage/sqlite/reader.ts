import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Row, Sql, SqlValue } from '../sql.ts'

/** Reads committed data beside the writer, without waiting. */
export class Reader implements Sql {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  all(text: string, ...parameters: SqlValue[]): Row[] {
    return this.#statement(text).all(numberedParameters(parameters)) as Row[]
  }

  get(text: string, ...parameters: SqlValue[]): Row | undefined {
    return this.#statement(text).get(numberedParameters(parameters)) as Row | undefined
  }

  run(): number {
    throw new Error('the reader does not write')
  }

  close(): void {
    this.#database.close()
  }

  #statement(text: string): StatementSync {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      statement = this.#database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement
  }
}

/** node:sqlite binds `$1` by name, PostgreSQL by position. This gives `{1: first, 2: second}`. */
export function numberedParameters(parameters: readonly SqlValue[]): Record<string, SQLInputValue> {
  return Object.fromEntries(parameters.map((value, index) => [index + 1, value]))
}
