import { bytes, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

/** Interfaces of other call services that a service can speak besides ours. */
export const dialects = ['sms.ru', 'zvonok', 'smsc', 'twilio-verify', 'vonage-verify'] as const
export type Dialect = (typeof dialects)[number]

/** Which members of the answers of `sms.ru` are numbers: programs disagree. */
export const dialectTypes = ['live', 'strings', 'numbers'] as const
export type DialectTypes = (typeof dialectTypes)[number]

/** The credential in the form of the dialect, as it is shown once. */
export type DialectCredential = string | Readonly<Record<string, string>>

const dialectTable = tableOf('dialects', {
  serviceId: number,
  dialect: oneOf<Dialect>(),
  types: oneOf<DialectTypes>(),
  /** Where `sms.ru` reports the end of a callcheck, and `vonage-verify` that of a request; "" for none. */
  callbackUrl: text,
  /** SHA-256 of each form of the credential that is accepted, one after another. */
  hashes: bytes,
  /** Encrypted: the credential where it signs callbacks; of `vonage-verify` its application. */
  sealed: orNull(bytes),
  createdAt: number,
})
export type DialectRecord = RecordOf<typeof dialectTable>

export const allDialects = (sql: Sql) => dialectTable.all(sql, 'service_id')

export const dialectOf = (sql: Sql, serviceId: number) => dialectTable.find(sql, { serviceId })

export async function setDialect(sql: Sql, made: DialectRecord): Promise<void> {
  await removeDialect(sql, made.serviceId)
  await sql.run(...dialectTable.insert(made))
}

/** False when the service spoke none. */
export const removeDialect = (sql: Sql, serviceId: number) => dialectTable.removeOne(sql, { serviceId })
