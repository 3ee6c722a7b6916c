import type { DatabaseSync } from 'node:sqlite'
import type { Placed, Row, Sql, SqlText } from '../sql.ts'
import { NumberedStatements } from './numbered-statements.ts'

/** Reads committed data beside the writer, without waiting. */
export class Reader implements Sql {
  readonly #database: DatabaseSync
  readonly #statements: NumberedStatements

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#statements = new NumberedStatements((text) => database.prepare(text))
  }

  all(text: SqlText, ...placed: Placed[]): Row[] {
    return this.#statements.all(text, ...placed)
  }

  get(text: SqlText, ...placed: Placed[]): Row | undefined {
    return this.#statements.get(text, ...placed)
  }

  run(): number {
    throw new Error('the reader does not write')
  }

  close(): void {
    this.#database.close()
  }
}
