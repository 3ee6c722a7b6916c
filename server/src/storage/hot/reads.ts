import { callStarts } from '../../books/page-calls.ts'
import type { Step } from '../../books/verification.ts'
import { callOf, recordColumnNames } from '../call-columns.ts'
import { accountMoney } from '../queries/accounts.ts'
import { feedbackTable } from '../queries/conversions.ts'
import { keptPriceTable } from '../queries/kept-prices.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import { sourceLineOf, sourceLines } from '../queries/recent-sources.ts'
import { keyColumns, keyOf, unapprovedOfPage } from '../queries/verification-rows.ts'
import { triesOf, wrongCodesTable } from '../queries/wrong-codes.ts'
import type { ColumnType, PickedRow, RowShape } from '../record.ts'
import type { Row } from '../sql.ts'
import type { PageCalls, Wait } from './working-set.ts'

/**
 * How commands read what is found by a key: each declared once, for both stores. SQLite asks for one key when a decision
 * does, PostgreSQL at once for all keys of a batch.
 */
export interface HotRead<T> {
  /** Of the parts of the key. */
  readonly types: readonly ColumnType[]
  /** The rows of the key whose parts stand in these places. One more place is since when, where a read looks back. */
  readonly text: (...places: readonly string[]) => string
  readonly looksBack?: boolean
  /** What the rows of one key say. */
  readonly of: (rows: readonly Row[]) => T
  /** Found by another index than that of the key: what was not written yet is not in it. */
  readonly isList?: boolean
}

const one = <T>(
  types: readonly ColumnType[],
  text: HotRead<T>['text'],
  of: (row: Row) => T,
): HotRead<T | undefined> => ({ types, text, of: ([row]) => (row === undefined ? undefined : of(row)) })
const list = <T>(read: Omit<HotRead<T>, 'of'> & { readonly of: (row: Row) => T }): HotRead<T[]> => ({
  ...read,
  of: (rows) => rows.map(read.of),
})

type Columns = Pick<RowShape<never>, 'table' | 'names' | 'types'>
const withKey = ({ table, names }: Columns, key: Columns) => ({
  types: key.types,
  text: (...places: readonly string[]) =>
    `SELECT ${names.join(', ')} FROM ${table}
      WHERE ${key.names.map((name, part) => `${name} = ${places[part]}`).join(' AND ')}`,
})
const oneWith = <T>(shape: PickedRow<T>, key: Columns) => {
  const { types, text } = withKey(shape, key)
  return one(types, text, shape.of)
}

export const reads = {
  account: oneWith(accountMoney.row('balanceUnits', 'heldUnits', 'lastEntry'), accountMoney.row('id')),
  lookupHold: oneWith(lookupHoldTable.row(), lookupHoldTable.row('lookupId')),
  lookupKey: oneWith(lookupKeyTable.row(), lookupKeyTable.row('lookupId')),
  call: one(['bigint'], (id) => `SELECT ${recordColumnNames} FROM calls WHERE vendor_id = ${id}`, callOf),
  /** Of one verification. */
  keptPrices: list({
    ...withKey(keptPriceTable.row(), keptPriceTable.row('verificationId')),
    of: keptPriceTable.of,
  }),
  waits: list({
    types: ['bytea'],
    text: (phone) => `SELECT account_id, inbound_waiting.confirmation_number FROM inbound_waiting
      JOIN calls ON calls.vendor_id = inbound_waiting.vendor_id WHERE inbound_waiting.phone_hash = ${phone}`,
    of: (row): Wait => ({
      accountId: Number(row.account_id),
      confirmationNumber: String(row.confirmation_number),
    }),
    isList: true,
  }),
  verificationKey: one(
    ['bigint', 'bytea'],
    (service, key) => `SELECT ${keyColumns} FROM verification_keys
      LEFT JOIN verifications ON verifications.id = verification_id
      WHERE verification_keys.service_id = ${service} AND key_hash = ${key}`,
    keyOf,
  ),
  verificationsFrom: list({
    types: ['bigint', 'text'],
    text: (service, source, since) =>
      sourceLines(`service_id = ${service} AND source = ${source} AND created_at > ${since}`),
    looksBack: true,
    of: sourceLineOf,
    isList: true,
  }),
  pageCalls: list({
    types: ['bigint', 'text'],
    text: (service, client, since) => `SELECT id, steps, expires_at FROM verifications
      WHERE service_id = ${service} AND client = ${client} AND ${unapprovedOfPage} AND expires_at > ${since}`,
    looksBack: true,
    of: (row): readonly [string, PageCalls] => {
      const startedAt = callStarts(JSON.parse(String(row.steps)) as Step[])
      return [String(row.id), { startedAt, expiresAt: Number(row.expires_at) }]
    },
    isList: true,
  }),
  wrongTries: {
    ...withKey(wrongCodesTable.row(), wrongCodesTable.row('phoneHash')),
    of: ([row]: readonly Row[]) => triesOf(row),
  },
  feedback: oneWith(feedbackTable.row(), feedbackTable.row('vendorId')),
}
