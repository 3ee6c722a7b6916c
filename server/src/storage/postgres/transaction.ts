import { hash48 } from '../key-hash.ts'
import { flat, numbered, type Placed, type Row, type Sql, type SqlText, type SqlValue } from '../sql.ts'
import { StoreUnavailable } from '../store.ts'
import { type BeginOptions, beginWith } from './begin.ts'
import { type Client, isConflict, isServerTrouble, type Pool, sqlState, unavailable } from './connection.ts'
import type { LostCommits } from './lost-commits.ts'
import { storedText } from './whole-text.ts'

const maxTries = 5

/** Runs the shared statements over a connection or a pool. */
export class PostgresSql implements Sql {
  readonly #runner: Pick<Client, 'query'>

  constructor(runner: Pick<Client, 'query'>) {
    this.#runner = runner
  }

  async all(text: SqlText, ...placed: Placed[]): Promise<Row[]> {
    return (await this.#query(text, placed)).rows as Row[]
  }

  async get(text: SqlText, ...placed: Placed[]): Promise<Row | undefined> {
    return (await this.all(text, ...placed))[0]
  }

  async run(text: SqlText, ...placed: Placed[]): Promise<number> {
    return (await this.#query(text, placed)).rowCount ?? 0
  }

  #query(text: SqlText, placed: readonly Placed[]) {
    const [statement, values] = flat(text, placed)
    return this.#runner.query(numbered(statement), values.map(stored))
  }
}

/**
 * The same over a pool, with statements that each connection plans once. For statements that touch every range of ids
 * several times per second: with half a year of ranges, planning takes longer than execution.
 */
export class PlannedOnceSql extends PostgresSql {
  constructor(runner: Pick<Client, 'query'>) {
    super({
      query: (text: string, values: unknown[]) =>
        runner.query({ name: `planned_once_${hash48(text)}`, text, values }),
    } as unknown as Pick<Client, 'query'>)
  }
}

const stored = (value: SqlValue) => (typeof value === 'string' ? storedText(value) : value)

/** Reads without a transaction; tries once more when the connection was dead. */
export async function read<T>(pool: Pool, run: (sql: Sql) => Promise<T>, sql: Sql = new PostgresSql(pool)) {
  const again = (error: unknown) => {
    if (!isServerTrouble(error)) throw error
    return run(sql)
  }
  return run(sql)
    .catch(again)
    .catch((error) => {
      throw isServerTrouble(error) ? unavailable(error) : error
    })
}

/** All statements see the same state of the database. */
export function snapshot<T>(pool: Pool, run: (sql: Sql) => Promise<T>, settings: readonly string[] = []) {
  return transaction(pool, run, { isolation: 'REPEATABLE READ READ ONLY', settings })
}

/**
 * Runs one transaction. A failure before COMMIT was sent has changed nothing, so the transaction is tried again. When
 * the answer to COMMIT is lost, `lost` looks up the outcome, which costs a statement in every transaction; when it is not
 * found either, the caller gets an "unavailable" error.
 */
export async function transaction<T>(
  pool: Pool,
  run: (sql: Sql) => Promise<T>,
  { lost, ...options }: BeginOptions & { readonly lost?: LostCommits } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await once(pool, run, beginWith(options), lost !== undefined)
    if (outcome.kind === 'done') return outcome.result
    const { error } = outcome
    const found = outcome.kind === 'unknown' ? await lookUp(lost, outcome.xact) : 'aborted'
    if (outcome.kind === 'unknown' && found === 'committed') return outcome.result
    const mayRetry = found === 'aborted' && attempt < maxTries
    if ((isConflict(error) || wasTakenMeanwhile(error)) && mayRetry) continue
    if (!isServerTrouble(error) || error instanceof StoreUnavailable) throw error
    // After a lock timeout there is no second try: this transaction has already kept others waiting.
    if (!mayRetry || attempt > 1 || sqlState(error) === '55P03') throw unavailable(error)
  }
}

/** Unique violation: another transaction took the value after this one looked for it; the next try finds it taken. */
const wasTakenMeanwhile = (error: unknown) => sqlState(error) === '23505'

async function lookUp(lost: LostCommits | undefined, xact: string | null) {
  if (lost === undefined || xact === null) return 'unknown'
  return lost.resolve({ xact, newCalls: [] })
}

type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'undone'; readonly error: unknown }
  | { readonly kind: 'unknown'; readonly error: unknown; readonly result: T; readonly xact: string | null }

async function once<T>(
  pool: Pool,
  run: (sql: Sql) => Promise<T>,
  begin: string,
  isLookedUp: boolean,
): Promise<Outcome<T>> {
  let client: Client
  try {
    client = await pool.connect()
  } catch (error) {
    return { kind: 'undone', error }
  }
  let committing: { readonly result: T; readonly xact: string | null } | undefined
  let error: unknown
  try {
    // The first statement does not wait for the answers to these.
    const [, xact, result] = await Promise.all([
      client.query(begin),
      isLookedUp ? xactOf(client) : null,
      run(new PostgresSql(client)),
    ])
    committing = { result, xact }
    await client.query('COMMIT')
    return { kind: 'done', result }
  } catch (thrown) {
    error = thrown
    if (committing === undefined || isConflict(error)) return { kind: 'undone', error }
    return { kind: 'unknown', error, ...committing }
  } finally {
    // After a failure the connection is closed: a ROLLBACK could hang.
    client.release(error !== undefined)
  }
}

async function xactOf(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT pg_current_xact_id()::text AS xact')
  return (rows[0] as { xact: string }).xact
}
