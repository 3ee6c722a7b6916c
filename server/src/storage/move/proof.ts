import { createHash } from 'node:crypto'
import { beginWith } from '../postgres/begin.ts'
import type { Client, Pool } from '../postgres/connection.ts'
import { PostgresSql } from '../postgres/transaction.ts'
import { type AuditReport, audit } from '../queries/audit.ts'
import type { Sql } from '../sql.ts'
import { Reader } from '../sqlite/reader.ts'
import type { CopiedTable } from './plan.ts'
import { hashRow } from './row-values.ts'
import type { Source, SourceRow } from './source.ts'
import { inTransaction, type TargetColumn, type TargetTables } from './target.ts'

const rowsPerRead = 5_000
/** No timeout: the transaction is idle for minutes while the source is read, and no service uses the target yet. */
const noTimeout = 0

export interface Side<T> {
  readonly source: T
  readonly target: T
}
export interface TableProof {
  readonly table: string
  readonly rows: Side<number>
  readonly sha256: Side<string>
  readonly agrees: boolean
}
export interface Sums {
  readonly accounts: number
  readonly balanceUnits: number
  readonly heldUnits: number
  readonly entries: number
  readonly ledgerUnits: number
  /** A hash over account, entries and sum of each account's ledger. */
  readonly ledgerPerAccountSha256: string
}
export interface Proof {
  readonly tables: readonly TableProof[]
  readonly sums: Side<Sums>
  readonly audit: Side<AuditReport>
  readonly agrees: boolean
}

/** Reads all rows on both sides in the order of their key and compares them; the target is read in one snapshot. */
export async function prove(
  source: Source,
  pool: Pool,
  plan: readonly CopiedTable[],
  tables: TargetTables,
  onRows: (rows: number) => void,
): Promise<Proof> {
  const begin = beginWith({ isolation: 'REPEATABLE READ READ ONLY', idleTimeoutMs: noTimeout })
  const run = async (client: Client) => {
    const proofs: TableProof[] = []
    for (const table of plan) {
      const here = hashSource(table)
      const there = await hashTarget(client, table, tables.get(table.name)!, onRows)
      proofs.push({
        table: table.name,
        rows: { source: here.rows, target: there.rows },
        sha256: { source: here.sha256, target: there.sha256 },
        agrees: here.sha256 === there.sha256,
      })
    }
    const [own, other] = [new Reader(source.database), new PostgresSql(client)]
    const sums = { source: await sumsOf(own), target: await sumsOf(other) }
    const audits = { source: await audit(own), target: await audit(other) }
    const agrees =
      proofs.every((proof) => proof.agrees) &&
      isSame(sums.source, sums.target) &&
      isSame(audits.source, audits.target)
    return { tables: proofs, sums, audit: audits, agrees }
  }
  return inTransaction(pool, run, begin)
}

function hashSource(table: CopiedTable) {
  const hash = createHash('sha256')
  let rows = 0
  let piece: readonly SourceRow[]
  let last: SourceRow | undefined
  do {
    piece = table.read(last && table.key.map((column) => last![column]!), rowsPerRead)
    for (const row of piece) hashRow(hash, table.columns, row)
    rows += piece.length
    last = piece.at(-1)
  } while (piece.length === rowsPerRead)
  return { rows, sha256: hash.digest('hex') }
}

async function hashTarget(
  client: Client,
  { name, columns, key, only }: CopiedTable,
  types: readonly TargetColumn[],
  onRows: (rows: number) => void,
) {
  // Ordered by bytes, as in the embedded store, whatever collation the database has.
  const isText = (column: string) => types.find((each) => each.name === column)?.type === 'text'
  const order = key.map((column) => (isText(column) ? `${column} COLLATE "C"` : column)).join(', ')
  await client.query(
    `DECLARE everything NO SCROLL CURSOR FOR SELECT ${columns.join(', ')} FROM ${name} WHERE ${only} ORDER BY ${order}`,
  )
  const hash = createHash('sha256')
  let rows = 0
  for (;;) {
    const piece = (await client.query(`FETCH ${rowsPerRead} FROM everything`)).rows as SourceRow[]
    if (piece.length === 0) break
    for (const row of piece) hashRow(hash, columns, row)
    rows += piece.length
    onRows(piece.length)
  }
  await client.query('CLOSE everything')
  return { rows, sha256: hash.digest('hex') }
}

async function sumsOf(sql: Sql): Promise<Sums> {
  const accounts = await sql.get`SELECT count(*) AS n, coalesce(sum(balance_units), 0) AS balance,
      coalesce(sum(held_units), 0) AS held
    FROM accounts`
  const ledgers = await sql.all`SELECT account_id, count(*) AS n, sum(amount_units) AS amount
    FROM ledger GROUP BY account_id ORDER BY account_id`
  const hash = createHash('sha256')
  for (const row of ledgers) hashRow(hash, ['account_id', 'n', 'amount'], row)
  const total = (column: string) => ledgers.reduce((sum, row) => sum + Number(row[column]), 0)
  return {
    accounts: Number(accounts?.n),
    balanceUnits: Number(accounts?.balance),
    heldUnits: Number(accounts?.held),
    entries: total('n'),
    ledgerUnits: total('amount'),
    ledgerPerAccountSha256: hash.digest('hex'),
  }
}

function isSame(left: object, right: object): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
