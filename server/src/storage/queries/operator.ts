import type { Mode } from '../../books/call.ts'
import { maxCapPrefixDigits, type SpendCapRecord } from '../../books/spend-caps.ts'
import type { TariffChange, TariffRecord } from '../../books/tariff.ts'
import { each, flag, list, number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { bumpSettingsVersion, noteRealTelephony } from './meta.ts'

/** The settings of the operator: tariffs, caps, confirmation numbers, blocked addresses. */

/** A number that people call to confirm their own. */
const numberTable = tableOf('confirmation_numbers', {
  number: text,
  /** Reachable only through the simulated carrier. */
  demo: flag,
  /** Calls to it cost people nothing. */
  tollFree: flag,
  /** ISO codes of the countries from which people can call it; none means everywhere. */
  countries: list(' '),
  /** A call that confirms is answered with a spoken thank-you; only on a toll-free number. */
  thanks: flag,
})
export type ConfirmationNumberRecord = RecordOf<typeof numberTable> & {
  /** The trunks that carry it; an empty list means any trunk that takes incoming calls. */
  readonly trunks: readonly string[]
}

/** What is left out stays as it is for existing numbers. */
export interface NewConfirmationNumbers
  extends Partial<Pick<ConfirmationNumberRecord, 'tollFree' | 'countries' | 'thanks'>> {
  readonly numbers: readonly string[]
  readonly demo: boolean
  readonly trunks?: readonly string[]
}

const tariffTable = tableOf('tariffs', {
  ...each(text, 'code', 'name'),
  ...each(flag, 'chargesFailed', 'chargesSuspects', 'chargesOnApproval', 'refusesOwnCodes'),
})
const priceTable = tableOf('prices', {
  tariff: text,
  mode: oneOf<Mode | 'checkPhone'>(),
  prefix: text,
  priceUnits: number,
})

export async function tariffs(sql: Sql): Promise<TariffRecord[]> {
  const found = await tariffTable.all(sql, 'code')
  const prices = Map.groupBy(await priceTable.all(sql, 'tariff, mode, prefix'), ({ tariff }) => tariff)
  return found.map((tariff) => ({
    ...tariff,
    prices: (prices.get(tariff.code) ?? []).map(({ tariff: _, ...price }) => price),
  }))
}

export async function changeTariff(sql: Sql, change: TariffChange): Promise<'done' | 'name-missing'> {
  const { code, prices = [], withoutPrices = [] } = change
  const before = (await tariffs(sql)).find((tariff) => tariff.code === code)
  const name = change.name ?? before?.name
  if (name === undefined) return 'name-missing'
  await bumpSettingsVersion(sql)
  await sql.run(...tariffTable.upsert({ ...change, name }, 'code'))
  for (const { mode, prefix } of withoutPrices) await priceTable.remove(sql, { tariff: code, mode, prefix })
  for (const price of prices)
    await sql.run(...priceTable.upsert({ tariff: code, ...price }, 'tariff', 'mode', 'prefix'))
  return 'done'
}

const capTable = tableOf('spend_caps', { scope: text, perHourUnits: number, perDayUnits: number })

export const spendCaps = (sql: Sql): Promise<SpendCapRecord[]> => capTable.all(sql, 'scope')

/** A cap without any limit is removed. */
export async function changeSpendCap(sql: Sql, cap: SpendCapRecord): Promise<void> {
  const { scope, perHourUnits, perDayUnits } = cap
  const prefix = /^prefix:(.*)$/.exec(scope)?.[1] ?? ''
  if (prefix.length > maxCapPrefixDigits) {
    throw new RangeError(`the prefix of a spend cap has at most ${maxCapPrefixDigits} digits`)
  }
  await capTable.remove(sql, { scope })
  if (perHourUnits > 0 || perDayUnits > 0) await sql.run(...capTable.insert(cap))
}

export async function confirmationNumbers(sql: Sql): Promise<ConfirmationNumberRecord[]> {
  const bound = await sql.all('SELECT number, trunk FROM confirmation_trunks ORDER BY number, trunk')
  const trunksOf = Map.groupBy(bound, ({ number }) => String(number))
  return (await numberTable.all(sql, 'number')).map((found) => ({
    ...found,
    trunks: (trunksOf.get(found.number) ?? []).map(({ trunk }) => String(trunk)),
  }))
}

/** Returns how many are new. Existing numbers are bound to the trunks and marked too. */
export async function addConfirmationNumbers(sql: Sql, request: NewConfirmationNumbers): Promise<number> {
  await bumpSettingsVersion(sql)
  if (!request.demo && request.numbers.length > 0) await noteRealTelephony(sql)
  const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value))
  let added = 0
  for (const number of request.numbers) {
    added += await sql.run`INSERT INTO confirmation_numbers (number, demo)
      VALUES (${number}, ${request.demo ? 1 : 0}) ON CONFLICT DO NOTHING`
    // A number that is no longer toll-free is not answered any more.
    await sql.run`UPDATE confirmation_numbers SET toll_free = COALESCE(${flag(request.tollFree)}, toll_free),
      countries = COALESCE(${request.countries?.join(' ') ?? null}, countries),
      thanks = COALESCE(${flag(request.thanks)}, thanks) * COALESCE(${flag(request.tollFree)}, toll_free)
      WHERE number = ${number}`
    for (const trunk of request.trunks ?? []) {
      await sql.run`INSERT INTO confirmation_trunks VALUES (${number}, ${trunk}) ON CONFLICT DO NOTHING`
    }
  }
  return added
}

/** Returns how many were in the pool. Calls that wait on one of them continue until their deadline. */
export async function removeConfirmationNumbers(sql: Sql, numbers: readonly string[]): Promise<number> {
  let removed = 0
  for (const number of numbers) {
    await sql.run`DELETE FROM confirmation_trunks WHERE number = ${number}`
    removed += await numberTable.remove(sql, { number })
  }
  return removed
}

const blockTable = tableOf('blocked_addresses', { address: text, note: text, createdAt: number })

export const blockedAddresses = (sql: Sql) => blockTable.all(sql, 'address')

export async function blockAddress(
  sql: Sql,
  { address, note, at }: { address: string; note: string; at: number },
): Promise<void> {
  const end = 'ON CONFLICT (address) DO UPDATE SET note = excluded.note'
  await sql.run(...blockTable.insert({ address, note, createdAt: at }, end))
}

export const unblockAddress = (sql: Sql, address: string) => blockTable.removeOne(sql, { address })

const prefixTable = tableOf('blocked_prefixes', { prefix: text, note: text, createdAt: number })

export const blockedPrefixes = (sql: Sql) => prefixTable.all(sql, 'prefix')

export async function blockPrefix(
  sql: Sql,
  { prefix, note, at }: { prefix: string; note: string; at: number },
): Promise<void> {
  const end = 'ON CONFLICT (prefix) DO UPDATE SET note = excluded.note'
  await sql.run(...prefixTable.insert({ prefix, note, createdAt: at }, end))
}

export const unblockPrefix = (sql: Sql, prefix: string) => prefixTable.removeOne(sql, { prefix })
