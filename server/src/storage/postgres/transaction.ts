import { hash48 } from '../key-place.ts'
import type { Row, Sql, SqlValue } from '../sql.ts'
import { StoreUnavailable } from '../store.ts'
import { type BeginOptions, beginWith } from './begin.ts'
import { type Client, isConflict, isServerTrouble, type Pool, sqlState, unavailable } from './connection.ts'
import { storedText } from './whole-text.ts'

const maxTries = 5

/** The shared statements over a connection or a pool. */
export class PostgresSql implements Sql {
  readonly #runner: Pick<Client, 'query'>

  constructor(runner: Pick<Client, 'query'>) {
    this.#runner = runner
  }

  async all(text: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return (await this.#runner.query(text, parameters.map(stored))).rows as Row[]
  }

  async get(text: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return (await this.all(text, ...parameters))[0]
  }

  async run(text: string, ...parameters: SqlValue[]): Promise<number> {
    return (await this.#runner.query(text, parameters.map(stored))).rowCount ?? 0
  }
}

/**
 * The same over a pool, with statements that each connection plans once. For those that concern every range of ids and
 * come several times a second: at half a year of ranges their planning takes longer than their work.
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

/** Reads without a transaction of their own; tried once more when the connection it got was dead. */
export async function read<T>(
  pool: Pool,
  run: (sql: Sql) => Promise<T>,
  sql: Sql = new PostgresSql(pool),
): Promise<T> {
  try {
    return await run(sql)
  } catch (error) {
    if (!isServerTrouble(error)) throw error
  }
  try {
    return await run(sql)
  } catch (error) {
    throw isServerTrouble(error) ? unavailable(error) : error
  }
}

/** All statements see the same moment. */
export function snapshot<T>(pool: Pool, run: (sql: Sql) => Promise<T>): Promise<T> {
  return transaction(pool, run, { isolation: 'REPEATABLE READ READ ONLY' })
}

/**
 * One transaction. What failed before its COMMIT was sent has changed nothing and is tried again; when the
 * answer to a COMMIT is lost the outcome is unknown, and whoever asked is told that the store is away.
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
    // Who waited long enough for a lock has kept others waiting too.
    if (!mayRetry || attempt > 1 || sqlState(error) === '55P03') throw unavailable(error)
  }
}

/** Unique violation: somebody else took the value after it was looked for; the next try finds it taken. */
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
    await client.query(begin)
    const result = await run(new PostgresSql(client))
    isCommitting = true
    await client.query('COMMIT')
    return { kind: 'done', result }
  } catch (thrown) {
    error = thrown
    return { kind: isCommitting && !isConflict(error) ? 'unknown' : 'undone', error }
  } finally {
    // A connection inside a failed transaction is not worth a ROLLBACK that may hang: it is closed.
    client.release(error !== undefined)
  }
}
