import { type AddressLimits, type AddressPhone, refusedByAddress } from '../../books/address-limits.ts'
import type { VerificationFacts } from '../../books/verification.ts'
import type { EndUser } from '../../books/wrong-codes.ts'
import { hourMs } from '../../platform/clock.ts'
import { part, raw, type Sql } from '../sql.ts'

interface Creation extends EndUser {
  readonly facts: Pick<VerificationFacts, 'serviceId' | 'country' | 'test'>
  readonly phoneHash: Uint8Array
  readonly addressLimits: AddressLimits | null
  readonly at: number
}
type Refusal = ReturnType<typeof refusedByAddress>

/**
 * Asks the limits of the end user's address and device, in the transaction that creates. Both stores serialise the creations of one
 * account (SQLite has one writer, PostgreSQL has locked the account), so that the limits are exact over nodes.
 */
export async function refusalOfAddress(sql: Sql, { addressLimits, ...creation }: Creation): Promise<Refusal> {
  if (addressLimits === null || creation.facts.test) return undefined
  return (
    (await refusalOf(sql, 'network', addressLimits, creation)) ??
    (await refusalOf(sql, 'device', addressLimits, creation))
  )
}

async function refusalOf(
  sql: Sql,
  column: keyof EndUser,
  limits: AddressLimits,
  { facts, phoneHash, at, [column]: source }: Omit<Creation, 'addressLimits'>,
): Promise<Refusal> {
  if (source === '') return undefined
  // The last condition lets the partial index be used.
  const its = part`${raw(column)} = ${source} AND created_at > ${at - hourMs} AND test = 0 AND ${raw(column)} <> ''`
  const rows = await sql.all`SELECT phone_hash, country, count(*) AS verifications,
      min(created_at) AS oldest_at, max(created_at) AS newest_at
    FROM verifications WHERE service_id = ${facts.serviceId} AND ${its} GROUP BY phone_hash, country`
  const recent = rows.map(
    (row): AddressPhone => ({
      isSamePhone: Buffer.compare(row.phone_hash as Uint8Array, phoneHash) === 0,
      country: String(row.country),
      verifications: Number(row.verifications),
      oldestAt: Number(row.oldest_at),
      newestAt: Number(row.newest_at),
    }),
  )
  return refusedByAddress(limits, recent, facts.country, at, column === 'network' ? 'address' : 'device')
}
