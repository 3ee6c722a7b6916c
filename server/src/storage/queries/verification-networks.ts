import type { AddressLimits, AddressPhone } from '../../books/address-limits.ts'
import { refusedByAddress } from '../../books/refused-by-address.ts'
import type { VerificationFacts } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'

/**
 * Asks the limits of the end user's address, in the transaction that creates. Both stores serialise the creations of one
 * account (SQLite has one writer, PostgreSQL has locked the account), so that the limits are exact over nodes.
 */
export async function refusalOfAddress(
  sql: Sql,
  {
    facts,
    phoneHash,
    network,
    addressLimits,
    at,
  }: {
    readonly facts: Pick<VerificationFacts, 'serviceId' | 'country' | 'test'>
    readonly phoneHash: Uint8Array
    readonly network: string
    readonly addressLimits: AddressLimits | null
    readonly at: number
  },
): Promise<ReturnType<typeof refusedByAddress>> {
  if (network === '' || addressLimits === null || facts.test) return undefined
  const rows = await sql.all(
    // The last condition lets the partial index be used.
    `SELECT phone_hash, country, count(*) AS verifications, min(created_at) AS oldest_at, max(created_at) AS newest_at
     FROM verifications
     WHERE service_id = $1 AND network = $2 AND created_at > $3 AND test = 0 AND network <> ''
     GROUP BY phone_hash, country`,
    facts.serviceId,
    network,
    at - hourMs,
  )
  const recent = rows.map(
    (row): AddressPhone => ({
      isSamePhone: Buffer.compare(row.phone_hash as Uint8Array, phoneHash) === 0,
      country: String(row.country),
      verifications: Number(row.verifications),
      oldestAt: Number(row.oldest_at),
      newestAt: Number(row.newest_at),
    }),
  )
  return refusedByAddress(addressLimits, recent, facts.country, at)
}
