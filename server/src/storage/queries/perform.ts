import type { Author } from '../author.ts'
import { OperationRefused } from '../operation-refused.ts'
import type { MaybePromise, Sql } from '../sql.ts'
import { type AccountLedger, recordAction } from './accounts.ts'
import { bumpSettingsVersion, lockSettings } from './meta.ts'
import { type NewLogLine, recordLogLines } from './operators-log.ts'

/** An operation to run: its code is named, because the writer of SQLite is another thread, which loads it by itself. */
export interface OperationRequest {
  /** The address of the module that exports `operations`. */
  readonly module: string
  readonly name: string
  /** What the function gets; it crosses a thread. */
  readonly input: unknown
  /**
   * The unique id of this change. A request with the same id is a retry: it changes nothing and gets the result of the
   * first. null for a change that may be repeated.
   */
  readonly id: string | null
  /** Of what was asked for: a retry asks for the same. */
  readonly requestHash: string
  readonly author: Author
  /** Only what belongs to this account may be changed; null for an operator. */
  readonly accountId: number | null
  readonly at: number
}

/** What the function of an operation works with. When it throws, nothing of it is stored. */
export interface OperationTx {
  readonly sql: Sql
  readonly ledger: AccountLedger
  readonly at: number
  readonly author: Author
  readonly accountId: number | null
  /**
   * A line in the operators' log, which is not written when a member of an account makes the change, and in the history
   * of the account if one is named. It returns the facts.
   */
  log<Logged extends object>(facts: Logged, accountId?: number): Logged
  /** A line in the history of an account alone. Every member reads it: no amounts and no names of tariffs. */
  history(accountId: number, facts: object): void
}

interface RunnableOperation {
  readonly isIndependent?: true
  run(tx: OperationTx, input: unknown): MaybePromise<unknown>
}

export interface Performed {
  readonly result: unknown
  /** A request with this id had changed it before: the result is that of the first. */
  readonly isRepeated: boolean
}

/** Stores the change, its log lines and its operation id, all or nothing. */
export async function perform(
  sql: Sql,
  ledger: AccountLedger,
  request: OperationRequest,
): Promise<Performed> {
  const { id, name, at, author, accountId, requestHash } = request
  const { operations } = (await import(request.module)) as {
    readonly operations: Readonly<Record<string, RunnableOperation>>
  }
  const operation = operations[name]!
  if (id !== null) {
    const earlier = await sql.get`SELECT request_hash, result FROM operations WHERE id = ${id}`
    if (earlier !== undefined && earlier.request_hash !== requestHash)
      throw new OperationRefused('operation-id-taken', 'this operation id belongs to another change')
    if (earlier !== undefined) return { result: JSON.parse(String(earlier.result)), isRepeated: true }
  }
  // What the function reads stays as it is until the transaction ends, so two additions to a bounded list follow each other.
  if (!operation.isIndependent) await lockSettings(sql)

  let posted: { readonly accountId: number; readonly entry: number } | undefined
  const lines: NewLogLine[] = []
  const histories: { readonly accountId: number; readonly facts: object }[] = []
  const history = (owner: number, facts: object) => void histories.push({ accountId: owner, facts })
  const result = await operation.run(
    {
      sql,
      ledger: {
        moneyOf: (owner) => ledger.moneyOf(owner),
        async post(entry) {
          const made = await ledger.post(entry)
          posted = { accountId: entry.accountId, entry: made.entry }
          return made
        },
      },
      at,
      author,
      accountId,
      log(facts, owner) {
        if (owner !== undefined) history(owner, facts)
        if (author.role !== 'operator') return facts
        const { personId, email, ip, userAgent } = author
        const line = {
          personId,
          email,
          ip,
          userAgent,
          action: name,
          facts: { ...(facts as object) },
          createdAt: at,
        }
        lines.push({ ...line, result: 'done', times: 1, accountId: 0 })
        return facts
      },
      history,
    },
    request.input,
  )
  await recordLogLines(sql, lines)
  const [userAgent, ip] =
    author.role === 'operator' ? [author.historyAgent, ''] : [author.userAgent, author.ip]
  for (const { accountId: owner, facts } of histories) {
    const action = { action: name, facts: { ...(facts as object) }, userAgent, ip, createdAt: at }
    await recordAction(sql, { accountId: owner, action })
  }
  // Running nodes read their settings again.
  if (!operation.isIndependent && lines.length + histories.length > 0) await bumpSettingsVersion(sql)
  if (id !== null) {
    await sql.run`INSERT INTO operations (id, change, request_hash, result, account_id, entry, created_at)
      VALUES (${id}, ${name}, ${requestHash}, ${JSON.stringify(result ?? null)}, ${posted?.accountId ?? null},
        ${posted?.entry ?? null}, ${at})`
  }
  return { result, isRepeated: false }
}
