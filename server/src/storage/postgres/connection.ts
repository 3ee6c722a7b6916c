import pg from 'pg'
import { OutcomeUnknown, StoreUnavailable } from '../store.ts'
import { originalText } from './whole-text.ts'

/** The most connections that a node takes: three nodes stay far below PostgreSQL's default of 100. */
const maxConnections = 10
/** Longer than any statement of a request takes on a healthy server. After this time the connection is closed. */
const answerTimeoutMs = 5_000
const connectTimeoutMs = 3_000
const idleTimeoutMs = 30_000
/**
 * Connections for long work: audit, retention, statistics and pages of the cabinet. Their statements have no time
 * limit, so there is one connection more than the background tasks can hold.
 */
const maxLongConnections = 6

export type Client = pg.PoolClient
export type Pool = pg.Pool

const int8 = 20
const numeric = 1700
const text = 25
const asNumber = (text: string) => Number(text)

/** Sums and ids are integers far below 2^53, so they are read as numbers, as SQLite returns them. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary' && (oid === int8 || oid === numeric)) return asNumber
    if (oid === text) return originalText
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Connections for requests. A session keeps no state but prepared statements, so a pooler may stand between. */
export function openPool(url: string): Pool {
  return guarded({ connectionString: url, max: maxConnections, query_timeout: answerTimeoutMs })
}

/** Connections for work that takes longer than a request is allowed to. */
export function openLongPool(url: string): Pool {
  return guarded({ connectionString: url, max: maxLongConnections })
}

function guarded(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool({
    ...config,
    types,
    // Statements of one transaction are sent without waiting for the answers to earlier ones.
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: 'ringkey',
  })
  // The pool removes an idle connection that breaks and opens a new one when it is needed.
  pool.on('error', () => {})
  // When a connection breaks in use, its statements fail. An 'error' event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A session of its own, which ends with the block that it is used in. */
export async function openSession(url: string, name: string, options: pg.ClientConfig = {}) {
  const client = new pg.Client({ connectionString: url, application_name: `ringkey ${name}`, ...options })
  // When the connection breaks, its statement fails. An 'error' event without a listener would end the process.
  client.on('error', () => {})
  const end = () => client.end().catch(() => {})
  await client.connect().catch(async (error) => {
    await end()
    throw error
  })
  return Object.assign(client, { [Symbol.asyncDispose]: end })
}

/** Ends a pool once all its connections are returned, or a client; gives up after `patienceMs`. */
export async function endWithin(open: { end(): Promise<void> }, patienceMs: number): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, patienceMs)
  await Promise.race([open.end(), patience.promise])
  clearTimeout(timer)
}

export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * A prepared statement's name exists on one server connection only; behind a pooler the next transaction may get
 * another.
 */
export function forConnection({ name, text, values }: NamedStatement, isPooled: boolean): pg.QueryConfig {
  return isPooled ? { text, values } : { name, text, values }
}

/** Takes a connection from the pool, or fails at `deadline`. A connection that arrives later goes back to the pool. */
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

/** Closes the connection at `deadline`, so that its statements fail. Call the returned function when they are done. */
export function breakAt(client: Client, deadline: AbortSignal): () => void {
  const destroy = () => streamOf(client).destroy()
  deadline.addEventListener('abort', destroy)
  return () => deadline.removeEventListener('abort', destroy)
}

/** Sends several statements in one write: their answers come back in one round trip. */
export function pipelined<T>(client: Client, send: () => T): T {
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

/** Serialisation failure or deadlock: the whole transaction was rolled back and may be tried again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error))
}

/** Errors of `pg` for a connection that broke, timed out or could not be opened. */
const connectionTrouble = /terminated|timeout|not queryable|pool after calling end/

/**
 * The server is unreachable, shutting down, read-only, full or out of connections: no request can succeed now. SQLSTATE
 * classes: 08 connection, 53 resources, 57 operator intervention, 58 system error, XX internal; 25006 read-only, 25P03
 * idle in a transaction for too long, 55P03 lock not available.
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

/** The connection broke after COMMIT was sent. */
export const outcomeUnknown = (cause: unknown, result?: unknown) =>
  new OutcomeUnknown('PostgreSQL: the outcome of a commit is unknown', { cause, result })
