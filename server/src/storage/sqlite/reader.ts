import type { DatabaseSync } from 'node:sqlite'
import type { Row, Sql, SqlText, SqlValue } from '../sql.ts'
import { NumberedStatements } from './numbered-statements.ts'

/** Reads committed data beside the writer, without waiting. */
export class Reader implements Sql {
  readonly #database: DatabaseSync
  readonly #statements: NumberedStatements

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#statements = new NumberedStatements((text) => database.prepare(text))
  }

  all(text: SqlText, ...values: SqlValue[]): Row[] {
    return this.#statements.all(text, ...values)
  }

  get(text: SqlText, ...values: SqlValue[]): Row | undefined {
    return this.#statements.get(text, ...values)
  }

  run(): number {
    throw new Error('the reader does not write')
  }

  close(): void {
    this.#database.close()
  }
}
