import pg from 'pg'
import { StoreUnavailable } from '../store.ts'
import { originalText } from './whole-text.ts'

/** Every node takes this many connections at most: three nodes stay far below PostgreSQL's default of 100. */
const maxConnections = 10
/** Longer than any statement of a request takes on a healthy server; after it the connection is given up. */
const answerTimeoutMs = 5_000
const connectTimeoutMs = 3_000
const idleTimeoutMs = 30_000
/**
 * Of long work: the audit, retention, counting, and pages of the cabinet. Their statements may take as long as they
 * need, so there is one more than rounds of upkeep can hold.
 */
const maxLongConnections = 6

export type Client = pg.PoolClient
export type Pool = pg.Pool

const int8 = 20
const numeric = 1700
const text = 25
const asNumber = (text: string) => Number(text)

/** Sums and ids are whole numbers far below 2^53: they are read as numbers, as SQLite gives them. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary' && (oid === int8 || oid === numeric)) return asNumber
    if (oid === text) return originalText
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Connections for requests. Nothing is kept in a session but prepared statements, so a pooler may stand between. */
export function openPool(url: string): Pool {
  return guarded({ connectionString: url, max: maxConnections, query_timeout: answerTimeoutMs })
}

/** Connections for work that takes longer than a request may. */
export function openLongPool(url: string): Pool {
  return guarded({ connectionString: url, max: maxLongConnections })
}

function guarded(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool({
    ...config,
    types,
    // Statements of one transaction are written without waiting for each other's answers.
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: 'ringkey',
  })
  // An idle connection that breaks is taken out by the pool; whoever needs one next gets a new one.
  pool.on('error', () => {})
  // One that breaks at work has told so to its statements; an event that nobody hears would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Ends the pool when its connections are given back, but waits no longer than `patienceMs` for that. */
export async function endWithin(pool: Pool, patienceMs: number): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, patienceMs)
  await Promise.race([pool.end(), patience.promise])
  clearTimeout(timer)
}

export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** A name is known to one server connection: behind a pooler the next transaction may have another. */
export function forConnection({ name, text, values }: NamedStatement, isPooled: boolean): pg.QueryConfig {
  return isPooled ? { text, values } : { name, text, values }
}

/** A connection from the pool, unless `deadline` comes first; one that comes later goes back. */
export async function connectBefore(pool: Pool, deadline: AbortSignal): Promise<Client> {
  const connecting = pool.connect()
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Error('timeout: no connection to PostgreSQL in time'))
  deadline.addEventListener('abort', giveUp)
  try {
    if (deadline.aborted) giveUp()
    return await Promise.race([connecting, late.promise])
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    )
    throw error
  } finally {
    deadline.removeEventListener('abort', giveUp)
  }
}

const streamOf = (client: Client) =>
  (client as unknown as { connection: { stream: { cork(): void; uncork(): void; destroy(): void } } })
    .connection.stream

/** Ends the connection at `deadline`: the statements on it then fail. Call what is returned when they are done. */
export function breakAt(client: Client, deadline: AbortSignal): () => void {
  const destroy = () => streamOf(client).destroy()
  deadline.addEventListener('abort', destroy)
  return () => deadline.removeEventListener('abort', destroy)
}

/** Writes several statements in one piece: their answers come back in one round trip. */
export function together<T>(client: Client, send: () => T): T {
  const stream = streamOf(client)
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

export function sqlState(error: unknown): string {
  const code = (error as { code?: unknown }).code
  return error instanceof pg.DatabaseError && typeof code === 'string' ? code : ''
}

/** Serialisation failure, deadlock: the whole transaction was undone and may be tried again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error))
}

/** What `pg` says of a connection that broke, was not answered or could not be had. */
const connectionTrouble = /terminated|timeout|not queryable|pool after calling end/

/**
 * The server is away, stops, is read-only, full or out of connections: it concerns every request alike.
 * SQLSTATE classes: 08 connection, 53 resources, 57 operator intervention, 58 system error, XX internal;
 * 25006 read-only, 25P03 idle in a transaction for too long, 55P03 lock not available.
 */
export function isServerTrouble(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== '') return /^(08|53|57|58|XX)/.test(state) || ['25006', '25P03', '55P03'].includes(state)
  const { code, message } = error as NodeJS.ErrnoException
  return code?.startsWith('E') === true || connectionTrouble.test(message)
}

export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(`PostgreSQL: ${(error as Error).message}`, { cause: error })
}
