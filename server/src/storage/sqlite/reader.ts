import { Statements } from './statements.ts'

/** Reads committed data beside the writer, without waiting. */
export class Reader extends Statements {
  override run(): number {
    throw new Error('the reader does not write')
  }

  close(): void {
    this.database.close()
  }
}
