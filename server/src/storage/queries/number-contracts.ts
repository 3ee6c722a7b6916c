import { list, number, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

const contracts = tableOf('number_contracts', {
  document: text,
  /** Calling numbers: `74951230000-74951239999`, or a single one. */
  ranges: list<string>(' '),
  /** Of the called network, by its one name; both are "" when the contract is with a carrier. */
  country: text,
  network: text,
  /** Of the carrier; "" when the contract is with a called network. */
  trunk: text,
  /** The last day, by UTC: `2026-12-31`. */
  lastDay: text,
  /** What phones show beside the numbers. */
  label: text,
  /** What is charged for each attempt, connected or not. */
  attemptUnits: number,
  note: text,
})
export type NumberContract = RecordOf<typeof contracts>

export const numberContracts = (sql: Sql) => contracts.all(sql, 'document')

/** One with the same document is replaced. */
export const saveNumberContract = (sql: Sql, contract: NumberContract) =>
  sql.run(...contracts.upsert(contract, 'document'))

export const removeNumberContract = (sql: Sql, document: string) => contracts.removeOne(sql, { document })
