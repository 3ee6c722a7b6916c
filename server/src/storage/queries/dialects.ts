import type { Row, Sql } from '../sql.ts'

/** Interfaces of other call services that a service can speak besides ours. */
export const dialects = ['sms.ru', 'zvonok', 'smsc'] as const
export type Dialect = (typeof dialects)[number]

/** Which members of the answers of `sms.ru` are numbers: programs disagree. */
export const dialectTypes = ['live', 'strings', 'numbers'] as const
export type DialectTypes = (typeof dialectTypes)[number]

/** The credential in the form of the dialect, as it is shown once. */
export type DialectCredential =
  | string
  | { readonly login: string; readonly psw: string; readonly apikey: string }

export interface DialectRecord {
  readonly serviceId: number
  readonly dialect: Dialect
  readonly types: DialectTypes
  /** Where `sms.ru` reports the end of a callcheck; "" for none. */
  readonly callbackUrl: string
  /** SHA-256 of each form of the credential that is accepted, one after another. */
  readonly hashes: Uint8Array
  /** The credential, encrypted, where it signs callbacks. */
  readonly sealed: Uint8Array | null
  readonly createdAt: number
}

export async function allDialects(sql: Sql): Promise<DialectRecord[]> {
  return (await sql.all('SELECT * FROM dialects ORDER BY service_id')).map(dialectRecord)
}

export async function dialectOf(sql: Sql, serviceId: number): Promise<DialectRecord | undefined> {
  const row = await sql.get('SELECT * FROM dialects WHERE service_id = $1', serviceId)
  return row === undefined ? undefined : dialectRecord(row)
}

export async function setDialect(sql: Sql, made: DialectRecord): Promise<void> {
  await removeDialect(sql, made.serviceId)
  await sql.run(
    `INSERT INTO dialects (service_id, dialect, types, callback_url, hashes, sealed, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    made.serviceId,
    made.dialect,
    made.types,
    made.callbackUrl,
    made.hashes,
    made.sealed,
    made.createdAt,
  )
}

/** False when the service spoke none. */
export async function removeDialect(sql: Sql, serviceId: number): Promise<boolean> {
  return (await sql.run('DELETE FROM dialects WHERE service_id = $1', serviceId)) === 1
}

function dialectRecord(row: Row): DialectRecord {
  return {
    serviceId: Number(row.service_id),
    dialect: row.dialect as Dialect,
    types: row.types as DialectTypes,
    callbackUrl: String(row.callback_url),
    hashes: row.hashes as Uint8Array,
    sealed: row.sealed as Uint8Array | null,
    createdAt: Number(row.created_at),
  }
}
