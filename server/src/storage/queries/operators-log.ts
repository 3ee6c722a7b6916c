import { blanked } from '../column-classes.ts'
import { json, number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import { every, part, type Sql, type SqlPart } from '../sql.ts'

/** Log lines about sign-ins to the cabinet and what belongs to them. */
export const signInKinds = [
  'signed-in',
  'signed-out',
  'sign-in-refused',
  'proof-refused',
  'sessions-ended',
  'link-asked',
  'link-used',
  'password-changed',
  'second-factor-changed',
] as const

/** Log lines about secret keys that were presented to the API. */
export const keyKinds = ['key-refused'] as const

/** The groups of log lines. Everything that is neither a sign-in nor a key is a change. */
export const logGroups = ['changes', 'sign-ins', 'keys'] as const
export type LogGroup = (typeof logGroups)[number]
export const logResults = ['done', 'refused'] as const
export type LogResult = (typeof logResults)[number]

const actions = tableOf('operator_actions', {
  /** Grows: newer lines have larger ids. */
  id: number,
  personId: number,
  /**
   * The address is stored with the action, because the person may be deleted later. "" when the typed address is
   * unknown.
   */
  email: text,
  action: text,
  /** The facts for a sentence in the reader's language. */
  facts: json<Readonly<Record<string, unknown>>>(),
  ip: text,
  userAgent: text,
  createdAt: number,
  result: oneOf<LogResult>(),
  /**
   * How many times it happened in the minute before `createdAt`: refusals of one kind from one address share a line.
   */
  times: number,
  /** The account whose owner sees the line; 0 for none. */
  accountId: number,
})
export type OperatorAction = RecordOf<typeof actions>

export type NewLogLine = Omit<OperatorAction, 'id'>

/** Which log lines to return; a field that is left out matches all. */
export interface LogFilter {
  readonly group?: LogGroup | undefined
  readonly result?: LogResult | undefined
  /** A part of the e-mail address. */
  readonly who?: string | undefined
  /** The beginning of the client address. */
  readonly ip?: string | undefined
  readonly accountId?: number | undefined
  /** At or after. */
  readonly from?: number | undefined
  /** Before. */
  readonly to?: number | undefined
  /** True excludes changes, which owners may not see. */
  readonly isAccess?: boolean
}

/** Lines about sign-ins and keys; lines about changes, in the transaction of the change (perform.ts). */
export async function recordLogLines(sql: Sql, lines: readonly NewLogLine[]): Promise<void> {
  for (const line of lines) await sql.run(...actions.insert(line))
}

/** Newest first. */
export async function operatorActions(
  sql: Sql,
  request: LogFilter & { before: number | null; limit: number },
): Promise<OperatorAction[]> {
  const older = part`id < ${request.before ?? Number.MAX_SAFE_INTEGER}`
  return actions.where(sql, part`${older} AND ${wanted(request)} ORDER BY id DESC LIMIT ${request.limit}`)
}

/** Deletes older lines, oldest first; returns how many. */
export async function forgetLogLines(sql: Sql, { before, limit }: { before: number; limit: number }) {
  return sql.run`DELETE FROM operator_actions WHERE created_at < ${before}
    AND id IN (SELECT id FROM operator_actions ORDER BY id LIMIT ${limit})`
}

/**
 * A mask fits a thousand numbers, so entries about other numbers with the same mask lose it too; the action and its
 * time are kept.
 */
export async function eraseMaskInActions(sql: Sql, phoneMask: string): Promise<number> {
  return sql.run`UPDATE operator_actions SET facts = replace(facts, ${phoneMask}, '***')
    WHERE facts LIKE '%' || ${phoneMask} || '%'`
}

/** For the deletion of a person: lines about the sign-ins stay, without the address. */
export async function forgetPersonInLog(sql: Sql, personId: number): Promise<void> {
  await sql.run`UPDATE operator_actions SET ${blanked('operator_actions', 'account')}
    WHERE person_id = ${personId} AND action IN (${signInKinds})`
}

const groups: Readonly<Record<LogGroup, SqlPart>> = {
  'sign-ins': part`action IN (${signInKinds})`,
  keys: part`action IN (${keyKinds})`,
  changes: part`action NOT IN (${signInKinds}, ${keyKinds})`,
}

const wanted = ({ group, result, who, ip, accountId, from, to, isAccess = false }: LogFilter) =>
  every(
    isAccess && part`action IN (${signInKinds}, ${keyKinds})`,
    group !== undefined && groups[group],
    result !== undefined && part`result = ${result}`,
    who !== undefined && part`lower(email) LIKE ${`%${literal(who.toLowerCase())}%`} ESCAPE '!'`,
    ip !== undefined && part`ip LIKE ${`${literal(ip)}%`} ESCAPE '!'`,
    accountId !== undefined && part`account_id = ${accountId} AND account_id > 0`,
    from !== undefined && part`created_at >= ${from}`,
    to !== undefined && part`created_at < ${to}`,
  )

/** Escapes the text for LIKE, so that it matches only itself. */
const literal = (text: string) => text.replace(/[!%_]/g, '!$&')
