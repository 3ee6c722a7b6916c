import type { Mode } from '../../books/call.ts'
import { maxCapPrefixDigits, type SpendCapChange, type SpendCapRecord } from '../../books/spend-cap.ts'
import type { TariffChange, TariffRecord } from '../../books/tariff.ts'
import { flag, list, number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { noteRealTelephony } from './real-telephony.ts'
import { bumpSettingsVersion } from './settings-version.ts'

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
  code: text,
  name: text,
  chargesFailed: flag,
  chargesSuspects: flag,
  chargesOnApproval: flag,
  refusesOwnCodes: flag,
})
const priceTable = tableOf('prices', {
  tariff: text,
  mode: oneOf<Mode | 'checkPhone'>(),
  prefix: text,
  priceUnits: number,
})

export async function tariffs(sql: Sql): Promise<TariffRecord[]> {
  const rows = await sql.all('SELECT * FROM tariffs ORDER BY code')
  const prices = Map.groupBy(
    (await sql.all('SELECT * FROM prices ORDER BY tariff, mode, prefix')).map(priceTable.of),
    ({ tariff }) => tariff,
  )
  return rows.map(tariffTable.of).map((tariff) => ({
    ...tariff,
    prices: (prices.get(tariff.code) ?? []).map(({ tariff: _, ...price }) => price),
  }))
}

export async function changeTariff(sql: Sql, change: TariffChange): Promise<'done' | 'name-missing'> {
  const { code, prices = [], withoutPrices = [] } = change
  const before = (await tariffs(sql)).find((tariff) => tariff.code === code)
  const name = change.name ?? before?.name
  if (name === undefined) return 'name-missing'
  const isSet = (of: 'chargesFailed' | 'chargesSuspects' | 'chargesOnApproval' | 'refusesOwnCodes') =>
    (change[of] ?? before?.[of]) === true
  const after = {
    code,
    name,
    chargesFailed: isSet('chargesFailed'),
    chargesSuspects: isSet('chargesSuspects'),
    chargesOnApproval: isSet('chargesOnApproval'),
    refusesOwnCodes: isSet('refusesOwnCodes'),
  }
  await bumpSettingsVersion(sql)
  await sql.run(...tariffTable.upsert(after, 'code'))
  for (const { mode, prefix } of withoutPrices)
    await sql.run('DELETE FROM prices WHERE tariff = $1 AND mode = $2 AND prefix = $3', code, mode, prefix)
  for (const price of prices)
    await sql.run(...priceTable.upsert({ tariff: code, ...price }, 'tariff', 'mode', 'prefix'))
  return 'done'
}

const capTable = tableOf('spend_caps', { scope: text, perHourUnits: number, perDayUnits: number })

export async function spendCaps(sql: Sql): Promise<SpendCapRecord[]> {
  return (await sql.all('SELECT * FROM spend_caps ORDER BY scope')).map(capTable.of)
}

/** A cap without any limit is removed. */
export async function changeSpendCap(sql: Sql, change: SpendCapChange): Promise<SpendCapRecord> {
  const { scope } = change
  const prefix = /^prefix:(.*)$/.exec(scope)?.[1] ?? ''
  if (prefix.length > maxCapPrefixDigits) {
    throw new RangeError(`the prefix of a spend cap has at most ${maxCapPrefixDigits} digits`)
  }
  const before = capTable.ofFound(await sql.get('SELECT * FROM spend_caps WHERE scope = $1', scope))
  const perHourUnits = change.perHourUnits ?? before?.perHourUnits ?? 0
  const perDayUnits = change.perDayUnits ?? before?.perDayUnits ?? 0
  await bumpSettingsVersion(sql)
  await sql.run('DELETE FROM spend_caps WHERE scope = $1', scope)
  if (perHourUnits > 0 || perDayUnits > 0) {
    await sql.run('INSERT INTO spend_caps VALUES ($1, $2, $3)', scope, perHourUnits, perDayUnits)
  }
  return { scope, perHourUnits, perDayUnits }
}

export async function confirmationNumbers(sql: Sql): Promise<ConfirmationNumberRecord[]> {
  const bound = await sql.all('SELECT number, trunk FROM confirmation_trunks ORDER BY number, trunk')
  const trunksOf = Map.groupBy(bound, ({ number }) => String(number))
  const rows = await sql.all('SELECT * FROM confirmation_numbers ORDER BY number')
  return rows.map(numberTable.of).map((found) => ({
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
    added += await sql.run(
      'INSERT INTO confirmation_numbers (number, demo) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      number,
      request.demo ? 1 : 0,
    )
    // A number that is no longer toll-free is not answered any more.
    await sql.run(
      `UPDATE confirmation_numbers SET toll_free = COALESCE($2, toll_free), countries = COALESCE($3, countries),
         thanks = COALESCE($4, thanks) * COALESCE($2, toll_free) WHERE number = $1`,
      number,
      flag(request.tollFree),
      request.countries?.join(' ') ?? null,
      flag(request.thanks),
    )
    for (const trunk of request.trunks ?? []) {
      await sql.run('INSERT INTO confirmation_trunks VALUES ($1, $2) ON CONFLICT DO NOTHING', number, trunk)
    }
  }
  return added
}

/** Returns how many were in the pool. Calls that wait on one of them continue until their deadline. */
export async function removeConfirmationNumbers(sql: Sql, numbers: readonly string[]): Promise<number> {
  await bumpSettingsVersion(sql)
  let removed = 0
  for (const number of numbers) {
    await sql.run('DELETE FROM confirmation_trunks WHERE number = $1', number)
    removed += await sql.run('DELETE FROM confirmation_numbers WHERE number = $1', number)
  }
  return removed
}

const blockTable = tableOf('blocked_addresses', { address: text, note: text, createdAt: number })

export async function blockedAddresses(sql: Sql) {
  return (await sql.all('SELECT * FROM blocked_addresses ORDER BY address')).map(blockTable.of)
}

export async function blockAddress(
  sql: Sql,
  request: { address: string; note: string; at: number },
): Promise<void> {
  await bumpSettingsVersion(sql)
  await sql.run(
    'INSERT INTO blocked_addresses VALUES ($1, $2, $3) ON CONFLICT (address) DO UPDATE SET note = excluded.note',
    request.address,
    request.note,
    request.at,
  )
}

export async function unblockAddress(sql: Sql, address: string): Promise<boolean> {
  await bumpSettingsVersion(sql)
  return (await sql.run('DELETE FROM blocked_addresses WHERE address = $1', address)) === 1
}

/** Checks that a write reaches the disk now, and returns the time by the clock of the store. */
export async function heartbeat(sql: Sql, at: number): Promise<number> {
  await sql.run(
    "INSERT INTO meta VALUES ('heartbeat', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    String(at),
  )
  return at
}

export async function meta(sql: Sql, name: string): Promise<string | undefined> {
  const row = await sql.get('SELECT value FROM meta WHERE name = $1', name)
  return row === undefined ? undefined : String(row.value)
}

/** Stores the value if there is none yet, and returns the stored value. */
export async function claimMeta(sql: Sql, request: { name: string; value: string }): Promise<string> {
  await sql.run('INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING', request.name, request.value)
  return String((await sql.get('SELECT value FROM meta WHERE name = $1', request.name))?.value)
}

/** What the version that starts says of itself; the last start wins. */
export async function recordRelease(sql: Sql, record: string): Promise<void> {
  await sql.run(
    "INSERT INTO meta VALUES ('release', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    record,
  )
}
