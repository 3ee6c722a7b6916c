// How the fields of a call (books/call.ts) are stored in the table `calls` of both stores.

import type { KeyOwner } from '../books/books.ts'
import {
  type CallRecord,
  type FieldKind,
  type Mode,
  modes,
  type NewCall,
  recordFields,
  type State,
  startFields,
} from '../books/call.ts'
import type { SettledCall } from '../books/settlement.ts'
import type { ColumnType } from './record.ts'
import type { Row, SqlValue } from './sql.ts'

interface Column {
  readonly field: string
  readonly column: string
  readonly kind: FieldKind
  readonly type: ColumnType
}

const columnTypes: Readonly<Record<FieldKind, ColumnType>> = {
  integer: 'bigint',
  'integer or null': 'bigint',
  flag: 'smallint',
  mode: 'smallint',
  state: 'smallint',
  text: 'text',
  'text or null': 'text',
  'phone form or null': 'text',
  bytes: 'bytea',
  'bytes or null': 'bytea',
}

/** `portedTo` is the column `ported_to`; only `unique` is a reserved word of SQL. */
const columnOf = (field: string) =>
  field === 'unique' ? 'unique_key' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnsOf = (fields: Readonly<Record<string, FieldKind>>): readonly Column[] =>
  Object.entries(fields).map(([field, kind]) => ({
    field,
    column: columnOf(field),
    kind,
    type: columnTypes[kind],
  }))

/** In the order in which a new call is inserted. */
export const startColumns = columnsOf(startFields)
export const startColumnNames = startColumns.map(({ column }) => column).join(', ')
/** A call until it is counted; the last four are set when it ends. */
export const liveColumns = `${startColumnNames}, state, reason, cost_units, details`
/** The place of each field among these columns. */
export const startPlaces = Object.fromEntries(
  startColumns.map(({ field }, place) => [field, place]),
) as Readonly<Record<keyof NewCall, number>>
const recordColumns = columnsOf(recordFields)

/** Listed by name for SELECT: a prepared `SELECT *` fails once a newer version has added a column. */
export const recordColumnNames = recordColumns.map(({ column }) => column).join(', ')

/** For the owner of an idempotency key, and to compare the key. */
export const keyOwnerColumns =
  'vendor_id, service_id, unique_key, phone_hash, mode, code, client, confirmation_number'
export const keyOwnerOf = (row: Row): KeyOwner => ({
  vendorId: Number(row.vendor_id),
  phoneHash: row.phone_hash as Uint8Array | null,
  mode: modes[Number(row.mode)]!,
  code: String(row.code),
  client: String(row.client),
  confirmationNumber: row.confirmation_number as string | null,
})

/** The values of a new call for its columns. */
export function startValues(call: NewCall): SqlValue[] {
  return startColumns.map(({ field, kind }) => storedValue(kind, call[field as keyof NewCall]))
}

/** A field as the database stores it. */
function storedValue(kind: FieldKind, value: unknown): SqlValue {
  if (kind === 'flag') return value === true ? 1 : 0
  if (kind === 'mode') return modes.indexOf(value as Mode)
  return value as SqlValue
}

const states: Readonly<Record<string, State>> = { '-1': 'checking', '0': 'failed', '1': 'completed' }

export function callOf(row: Row): CallRecord {
  const record: Record<string, unknown> = {}
  for (const { field, column, kind } of recordColumns) record[field] = readValue(kind, row[column]!)
  return record as unknown as CallRecord
}

function readValue(kind: FieldKind, value: SqlValue): unknown {
  switch (kind) {
    case 'integer':
      return Number(value)
    case 'flag':
      return value === 1
    case 'text':
      return String(value)
    case 'mode':
      return modes[Number(value)]
    case 'state':
      return states[String(value)]
    default:
      return value
  }
}

/** The call of a step, as its verification takes the outcome. */
export const settledCallColumns = 'vendor_id, state, mode, reason, settled_at, cost_units, details'
export const settledCallOf = (row: Row): SettledCall | 'open' =>
  row.state === -1
    ? 'open'
    : {
        completed: row.state === 1,
        mode: modes[Number(row.mode)]!,
        reason: String(row.reason),
        settledAt: Number(row.settled_at),
        costUnits: Number(row.cost_units),
        details: row.details as string | null,
      }
