// How the fields of a call (books/call.ts) are stored in the table `calls` of both stores.

import { type FieldKind, type NewCall, type PhoneForm, recordFields, startFields } from '../books/call.ts'
import type { SettledCall } from '../books/settlement.ts'
import { bytes, each, flag, mode, named, number, oneOf, orNull, state, tableOf, text } from './record.ts'
import type { Row } from './sql.ts'

const kinds = {
  integer: number,
  'integer or null': orNull(number),
  flag,
  mode,
  state,
  text,
  'text or null': orNull(text),
  'phone form or null': orNull(oneOf<PhoneForm>()),
  bytes,
  'bytes or null': orNull(bytes),
} as const satisfies Readonly<Record<FieldKind, unknown>>

const columnsOf = <const F extends Readonly<Record<string, FieldKind>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, kinds[kind]])) as {
    readonly [Name in keyof F]: (typeof kinds)[F[Name]]
  }

export const callTable = tableOf('calls', {
  ...columnsOf({ ...startFields, ...recordFields }),
  // The only reserved word of SQL among them.
  unique: named('unique_key', orNull(text)),
})

/** In the order in which a new call is inserted. */
const startNames = Object.keys(startFields) as readonly (keyof NewCall)[]
export const startRow = callTable.row(...startNames)
export const startColumnNames = startRow.names.join(', ')
/** A call until it is counted; the last four are set when it ends. */
export const liveColumns = `${startColumnNames}, state, reason, cost_units, details`
/** The place of each field among these columns. */
export const startPlaces = Object.fromEntries(startNames.map((field, place) => [field, place])) as Readonly<
  Record<keyof NewCall, number>
>

const recordRow = callTable.row(...(Object.keys(recordFields) as readonly (keyof typeof recordFields)[]))
/** Listed by name for SELECT: a prepared `SELECT *` fails once a newer version has added a column. */
export const recordColumnNames = recordRow.names.join(', ')
export const callOf = recordRow.of

const keyOwner = callTable.row('vendorId', 'phoneHash', 'mode', 'code', 'client', 'confirmationNumber')
/** For the owner of an idempotency key, and to compare the key. */
export const keyOwnerColumns = `service_id, unique_key, ${keyOwner.names.join(', ')}`
export const keyOwnerOf = keyOwner.of

const settled = tableOf('calls', {
  mode,
  reason: text,
  ...each(number, 'settledAt', 'costUnits'),
  details: orNull(text),
})
/** The call of a step, as its verification takes the outcome. */
export const settledCallColumns = `vendor_id, state, ${settled.row().names.join(', ')}`
export const settledCallOf = (row: Row): SettledCall | 'open' =>
  row.state === -1 ? 'open' : { completed: row.state === 1, ...settled.of(row) }
