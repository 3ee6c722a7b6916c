import type { LedgerEntry } from '../../books/ledger.ts'
import { defaultTariff, defaultTariffName } from '../../books/tariff.ts'
import { each, flag, json, number, oneOf, orNull, type RecordOf, tableOf, text } from '../record.ts'
import { type MaybePromise, part, type Sql } from '../sql.ts'
import { bumpSettingsVersion } from './meta.ts'
import { addToTotal } from './money-totals.ts'
import { personByEmail } from './people.ts'

/** A ledger entry to write. */
export interface NewEntry {
  readonly accountId: number
  readonly kind: 'top-up' | 'reversal' | 'charge'
  readonly amountUnits: number
  readonly note: string
  readonly at: number
}

/** Balances of accounts inside one transaction. Each store keeps balances in its own way. */
export interface AccountLedger {
  /** Locks the balance of this account until the transaction ends; undefined when there is no such account. */
  moneyOf(accountId: number): MaybePromise<Pick<AccountRecord, 'balanceUnits' | 'heldUnits'> | undefined>
  /** Adds the entry and changes the balance. Returns the number of the entry and the new balance. */
  post(entry: NewEntry): MaybePromise<{ readonly entry: number; readonly balanceUnits: number }>
}

const accountTable = tableOf('accounts', {
  ...each(number, 'id', 'telegramId', 'heldUnits', 'createdAt', 'updatedAt'),
  ...each(text, 'email', 'tariff', 'timeZone'),
  ...each(flag, 'twoAuth', 'demo'),
  status: oneOf<'active' | 'blocked'>(),
  /** False until the owner confirmed a phone, if the operator requires it. */
  phoneConfirmed: flag,
  /** The money that can be spent: holds are already subtracted. */
  balanceUnits: number,
})
export type AccountRecord = RecordOf<typeof accountTable>
type Changeable = 'status' | 'tariff' | 'phoneConfirmed' | 'demo' | 'timeZone'

export const accountMoney = tableOf('accounts', each(number, 'balanceUnits', 'heldUnits', 'lastEntry', 'id'))

const actionTable = tableOf('actions', {
  ...each(number, 'id', 'createdAt'),
  ...each(text, 'action', 'userAgent', 'ip'),
  /** The facts for a sentence in the reader's language. */
  facts: json<Readonly<Record<string, unknown>>>(),
})
export type ActionRecord = RecordOf<typeof actionTable>

export const ledgerTable = tableOf('ledger', {
  ...each(number, 'accountId', 'entry', 'amountUnits', 'balanceAfterUnits', 'createdAt'),
  kind: oneOf<LedgerEntry['kind']>(),
  vendorId: orNull(number),
  note: text,
})

export interface NewAccount {
  readonly email: string
  /** "" means that sign-in with a password is impossible. */
  readonly passwordHash: string
  readonly tariff: string
  /** Whether the account calls only the simulated carrier and has play money. */
  readonly demo: boolean
  /** Whether its owner sees the operator's console. */
  readonly ownerIsOperator?: boolean
  readonly phoneConfirmed: boolean
  /** UTC when nobody has said. */
  readonly timeZone?: string | undefined
  readonly at: number
}

export const hasTariff = async (sql: Sql, code: string) =>
  (await sql.get`SELECT 1 AS found FROM tariffs WHERE code = ${code}`) !== undefined

export async function createAccount(
  sql: Sql,
  account: NewAccount,
): Promise<AccountRecord | 'email-taken' | 'no-such-tariff'> {
  if (!(await hasTariff(sql, account.tariff))) return 'no-such-tariff'
  // A sign-up with the address of an existing person must not take over that person's place.
  if (account.passwordHash !== '' && (await personByEmail(sql, account.email)) !== undefined) {
    return 'email-taken'
  }
  const { email, tariff, demo, phoneConfirmed, timeZone = 'UTC', at } = account
  const made = { email, tariff, demo, phoneConfirmed, timeZone, createdAt: at, updatedAt: at }
  const row = await sql.get(...accountTable.insert(made, 'ON CONFLICT (email) DO NOTHING RETURNING *'))
  if (row === undefined) return 'email-taken'
  if (account.passwordHash !== '') {
    // Fails, and is tried again, if another request took this address after it was checked.
    const operator = account.ownerIsOperator === true ? 1 : 0
    await sql.run`${newOwner(Number(row.id), account.passwordHash, account.at, operator)}`
    await joinAsOwner(sql, Number(row.id), account.at)
  }
  return accountTable.of(row)
}

/** The person with the account's own address. */
const newOwner = (accountId: number, passwordHash: string, at: number, operator: 0 | 1) =>
  part`INSERT INTO people (email, password_hash, operator, created_at)
    SELECT email, ${passwordHash}, ${operator}, ${at} FROM accounts WHERE id = ${accountId}`

async function joinAsOwner(sql: Sql, accountId: number, at: number): Promise<void> {
  await sql.run`INSERT INTO memberships SELECT accounts.id, people.id, 'owner', ${at}
    FROM accounts JOIN people ON people.email = accounts.email WHERE accounts.id = ${accountId}
    ON CONFLICT DO NOTHING`
}

/** Of the demo of the first run, which no browser has signed up to: the demo in roubles is a Russian one. */
export const demoTimeZone = (currency: string) => (currency === 'RUB' ? 'Europe/Moscow' : 'UTC')

/** The currency changes before there is any real account: what the first start named for it, and nobody changed, follows. */
export async function followCurrency(sql: Sql, from: string, to: string): Promise<void> {
  const [zone, newZone] = [from, to].map(demoTimeZone)
  await sql.run`UPDATE accounts SET time_zone = ${newZone!} WHERE demo = 1 AND time_zone = ${zone!}`
  const [name, newName] = [from, to].map(defaultTariffName)
  await sql.run`UPDATE tariffs SET name = ${newName!} WHERE code = ${defaultTariff.code} AND name = ${name!}`
}

export const account = (sql: Sql, id: number) => accountTable.find(sql, { id })
export const accounts = (sql: Sql) => accountTable.all(sql, 'id')

/** Fields that are left out stay. False when there is no such account. */
export async function changeAccount(
  sql: Sql,
  { id, at, ...change }: Partial<Pick<AccountRecord, Changeable>> & { id: number; at: number },
): Promise<boolean> {
  await bumpSettingsVersion(sql)
  return (await sql.run(...accountTable.update({ id }, { ...change, updatedAt: at }))) === 1
}

/** Turns a demo account into a real one. Held money returns when its call ends, so no call may be under way. */
export async function makeReal(
  sql: Sql,
  { id, at }: { id: number; at: number },
  ledger: AccountLedger,
): Promise<'done' | 'no-demo' | 'calls-under-way'> {
  const money = await ledger.moneyOf(id)
  const demo = await accountTable.find(sql, { id, demo: true })
  if (money === undefined || demo === undefined) return 'no-demo'
  if (money.heldUnits !== 0) return 'calls-under-way'
  if (money.balanceUnits !== 0) {
    const note = 'play money taken back'
    await ledger.post({ accountId: id, kind: 'charge', amountUnits: -money.balanceUnits, note, at })
  }
  await changeAccount(sql, { id, demo: false, at })
  return 'done'
}

export async function setPasswordHash(sql: Sql, request: { id: number; passwordHash: string; at: number }) {
  const changed = await sql.run`UPDATE accounts SET updated_at = ${request.at} WHERE id = ${request.id}`
  if (changed === 1) {
    await sql.run`${newOwner(request.id, request.passwordHash, request.at, 0)}
      ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash`
    await joinAsOwner(sql, request.id, request.at)
  }
  return changed === 1
}

export async function recordAction(
  sql: Sql,
  { accountId, action }: { accountId: number; action: Omit<ActionRecord, 'id'> },
): Promise<void> {
  // This comes first because it locks the account: two actions at the same time would take the same number.
  await sql.run`UPDATE accounts SET updated_at = ${action.createdAt} WHERE id = ${accountId}`
  await sql.run`INSERT INTO actions (account_id, id, action, facts, user_agent, ip, created_at)
    SELECT ${accountId}, coalesce(max(id), 0) + 1, ${action.action}, ${JSON.stringify(action.facts)},
      ${action.userAgent}, ${action.ip}, ${action.createdAt}
    FROM actions WHERE account_id = ${accountId}`
}

/** Newest first; `before` is the id of the last one seen. */
export async function actions(
  sql: Sql,
  { accountId, before, limit }: { accountId: number; before?: number | null; limit: number },
): Promise<ActionRecord[]> {
  const older = part`account_id = ${accountId} AND id < ${before ?? Number.MAX_SAFE_INTEGER}`
  return actionTable.where(sql, part`${older} ORDER BY id DESC LIMIT ${limit}`)
}

export async function ledger(
  sql: Sql,
  { accountId, afterEntry, limit }: { accountId: number; afterEntry: number; limit: number },
): Promise<LedgerEntry[]> {
  const newer = part`account_id = ${accountId} AND entry > ${afterEntry}`
  return ledgerTable.where(sql, part`${newer} ORDER BY entry LIMIT ${limit}`)
}

/** Who runs the installation, among the accounts that are named on statements. */
export const ownParty = 0

const parties = tableOf('parties', { accountId: number, details: text })

/** Name, address and numbers of a party of statements, as the operator wrote them; "" when nothing is known. */
export async function party(sql: Sql, accountId: number): Promise<string> {
  return (await parties.find(sql, { accountId }))?.details ?? ''
}

export async function saveParty(
  sql: Sql,
  { accountId, details }: { readonly accountId: number; readonly details: string },
): Promise<void> {
  await sql.run(...parties.upsert({ accountId, details }, 'accountId'))
}

/** A reversed top-up: the numbers of both entries. */
const reversed = tableOf('reversals', { accountId: number, entry: number, reversedBy: number })
export type ReversalRecord = Pick<RecordOf<typeof reversed>, 'entry' | 'reversedBy'>

interface TopUpReversal {
  readonly accountId: number
  /** The number of the top-up. */
  readonly entry: number
  readonly note: string
  /** Whether the balance may fall below zero. */
  readonly allowsDebt: boolean
  readonly at: number
}

/** An account has a handful of them; older ones than these are not marked in lists. */
const maxReversals = 1_000

export async function reversals(sql: Sql, accountId: number): Promise<ReversalRecord[]> {
  return reversed.all(sql, `entry DESC LIMIT ${maxReversals}`, { accountId })
}

/** Takes the whole amount of a top-up back, once. Returns the balance, or why nothing was changed. */
export async function reverseTopUp(
  sql: Sql,
  { accountId, entry, note, allowsDebt, at }: TopUpReversal,
  ledger: AccountLedger,
): Promise<number | 'no-top-up' | 'reversed-already' | 'money-spent'> {
  const money = await ledger.moneyOf(accountId)
  const topUp = await ledgerTable.find(sql, { accountId, entry })
  if (money === undefined || topUp?.kind !== 'top-up') return 'no-top-up'
  if ((await reversed.find(sql, { accountId, entry })) !== undefined) return 'reversed-already'
  const { amountUnits } = topUp
  if (money.balanceUnits < amountUnits && !allowsDebt) return 'money-spent'
  const made = await ledger.post({ accountId, kind: 'reversal', amountUnits: -amountUnits, note, at })
  await sql.run(...reversed.insert({ accountId, entry, reversedBy: made.entry }))
  await addToTotal(sql, 'top_ups_reversed', amountUnits)
  return made.balanceUnits
}
