import { hash48 } from '../key-hash.ts'
import { flat, numbered, type Placed, type Row, type Sql, type SqlText, type SqlValue } from '../sql.ts'
import { StoreUnavailable } from '../store.ts'
import { type BeginOptions, beginWith } from './begin.ts'
import {
  type Client,
  isConflict,
  isServerTrouble,
  outcomeUnknown,
  type Pool,
  sqlState,
  unavailable,
} from './connection.ts'
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
 * the answer to COMMIT is lost, the caller is told that the outcome is unknown.
 */
export async function transaction<T>(
  pool: Pool,
  run: (sql: Sql) => Promise<T>,
  options: BeginOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await once(pool, run, beginWith(options))
    if (outcome.kind === 'done') return outcome.result
    const { error } = outcome
    const mayRetry = outcome.kind === 'undone' && attempt < maxTries
    if ((isConflict(error) || wasTakenMeanwhile(error)) && mayRetry) continue
    if (!isServerTrouble(error) || error instanceof StoreUnavailable) throw error
    if (outcome.kind === 'unknown') throw outcomeUnknown(error)
    // After a lock timeout there is no second try: this transaction has already kept others waiting.
    if (!mayRetry || attempt > 1 || sqlState(error) === '55P03') throw unavailable(error)
  }
}

/** Unique violation: another transaction took the value after this one looked for it; the next try finds it taken. */
const wasTakenMeanwhile = (error: unknown) => sqlState(error) === '23505'

type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'undone' | 'unknown'; readonly error: unknown }

async function once<T>(pool: Pool, run: (sql: Sql) => Promise<T>, begin: string): Promise<Outcome<T>> {
  let client: Client
  try {
    client = await pool.connect()
  } catch (error) {
    return { kind: 'undone', error }
  }
  let isCommitting = false
  let error: unknown
  try {
    // The first statement does not wait for the answer to this one.
    const [, result] = await Promise.all([client.query(begin), run(new PostgresSql(client))])
    isCommitting = true
    await client.query('COMMIT')
    return { kind: 'done', result }
  } catch (thrown) {
    error = thrown
    return { kind: isCommitting && !isConflict(error) ? 'unknown' : 'undone', error }
  } finally {
    // After a failure the connection is closed: a ROLLBACK could hang.
    client.release(error !== undefined)
  }
}
