import type { NewCall } from '../../books/call.ts'
import { everyService } from '../../books/number-limit.ts'
import { type Changes, changes, givenBack, type HotWrite, type PhoneLimit } from '../hot/writes.ts'
import { keyHashOf } from '../key-hash.ts'
import { bytes, each, number, tableOf, text } from '../record.ts'
import { columnsOf } from './arrays.ts'
import { type Client, forConnection, type NamedStatement, pipelined } from './connection.ts'
import { joined } from './joined-statement.ts'
import { allOf } from './load-batch.ts'

type BatchWrite<R> = Omit<HotWrite<R>, 'ofOne'>

/** The statement about all rows of a batch, which are given as one array for each column; none when there are no rows. */
function writing<R>(name: string, { types, values, ofRows }: BatchWrite<R>) {
  const { unnest, of } = columnsOf<readonly unknown[]>(...types.map((type, place) => [type, place] as const))
  const text = ofRows(unnest)
  return (rows: readonly R[]): NamedStatement[] =>
    rows.length === 0 ? [] : [{ name: `rk_${name}`, text, values: of(rows.map(values)) }]
}

type Writing = readonly [name: keyof Changes, write: (rows: readonly unknown[]) => NamedStatement[]]
const writingsOf = (writes: object): readonly Writing[] =>
  Object.entries(writes as Record<string, BatchWrite<unknown>>).map(([name, write]) => [
    name as keyof Changes,
    writing(name, write),
  ])

const keyRow = tableOf('unique_keys', each(number, 'keyHash', 'vendorId')).row()
const keys: BatchWrite<NewCall> = {
  ...keyRow,
  values: ({ serviceId, unique, vendorId }) =>
    keyRow.values({ keyHash: keyHashOf(serviceId, unique!), vendorId }),
  ofRows: (rows) => `INSERT INTO unique_keys SELECT * FROM ${rows}`,
}
const limitRow = tableOf('number_limits', {
  serviceId: number,
  phoneHash: bytes,
  calls: text,
  ...each(number, 'blockedUntil', 'endsAt', 'version'),
}).row()
/**
 * The lock on the account protects the history of a number for one service. It does not protect the history that all
 * services share: if another batch has written that since it was read, this batch fails with a conflict and is tried
 * again.
 */
const limits: BatchWrite<PhoneLimit> = {
  ...limitRow,
  values: ({ history: { calls, blockedUntil }, version, ...limit }) =>
    limitRow.values({ ...limit, calls: JSON.stringify(calls), blockedUntil, version: version + 1 }),
  ofRows: (rows) => `INSERT INTO number_limits (${limitRow.names.join(', ')}) SELECT * FROM ${rows}
    ON CONFLICT (phone_hash, service_id) DO UPDATE
      SET calls = CASE WHEN excluded.service_id <> ${everyService} OR number_limits.version = excluded.version - 1
          THEN excluded.calls ELSE ringkey_conflict() END,
        blocked_until = excluded.blocked_until, ends_at = excluded.ends_at, version = excluded.version`,
}

const first = writingsOf(givenBack)
const then = writingsOf({ ...changes, keys, limits })
/** Rows that accounts share are written in one order, so that two batches never deadlock. */
const orders: { readonly [N in keyof Changes]?: (one: never, other: never) => number } = {
  limits: (one: PhoneLimit, other: PhoneLimit) => Buffer.compare(one.phoneHash, other.phoneHash),
  spend: byText(({ scope, hour }: { scope: string; hour: number }) => `${scope} ${hour}`),
  receivers: byText(({ receiver }: { receiver: string }) => receiver),
  wakes: byText(({ verificationId }: { verificationId: string }) => verificationId),
}
function byText<R>(textOf: (row: R) => string) {
  return (one: R, other: R) => (textOf(one) < textOf(other) ? -1 : 1)
}

const statementsOf = (made: Changes, writings: readonly Writing[]) =>
  joined(
    writings.flatMap(([name, write]) => {
      const rows: readonly unknown[] = made[name].all
      const order = orders[name] as ((one: unknown, other: unknown) => number) | undefined
      return write(order === undefined ? rows : rows.toSorted(order))
    }),
  )

/** The second round trip: writes all decisions and commits. Resolves when the commit is on disk. */
export async function writeBatch(client: Client, made: Changes, isPooled: boolean): Promise<void> {
  const answers = await allOf(
    pipelined(client, () => [
      ...[statementsOf(made, first), statementsOf(made, then)].flatMap((some) =>
        some === undefined ? [] : [client.query(forConnection(some, isPooled))],
      ),
      client.query('COMMIT'),
    ]),
  )
  // PostgreSQL answers COMMIT with ROLLBACK if the transaction has failed.
  if (answers.at(-1)!.command !== 'COMMIT') throw new Error('the transaction was rolled back')
}
