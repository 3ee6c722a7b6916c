import type { StatementSync } from 'node:sqlite'
import { modes, type NewVerification } from '../../books/verification.ts'

/** What the end of a verification has to know of it, in the order of the statement below. */
type OpenRow = readonly [
  accountId: number,
  serviceId: number,
  mode: number,
  priceUnits: number,
  chargesFailed: 0 | 1,
  startedAt: number,
  spendScopes: string | null,
  /** Only of inbound ones, which stop waiting for it. */
  phoneHash: Uint8Array | null,
  confirmationNumber: string | null,
]

/** A minute of a busy node. What is past it is read from the file. */
const maxKept = 100_000

/** The unresolved ones that this writer has admitted: an end that finds its beginning here is 4 us cheaper. */
export class OpenVerifications {
  readonly #positional: (text: string) => StatementSync
  readonly #rows = new Map<number, OpenRow>()

  constructor(positional: (text: string) => StatementSync) {
    this.#positional = positional
  }

  add(verification: NewVerification): void {
    if (this.#rows.size >= maxKept) return
    this.#rows.set(verification.vendorId, [
      verification.accountId,
      verification.serviceId,
      modes.indexOf(verification.mode),
      verification.priceUnits,
      verification.chargesFailed ? 1 : 0,
      verification.startedAt,
      verification.spendScopes,
      // A copy: what came over from the service is a view of a buffer that is much larger.
      verification.mode === 'inbound' ? Uint8Array.from(verification.phoneHash) : null,
      verification.confirmationNumber,
    ])
  }

  /** For its end, which happens once: undefined when it is not open. */
  take(vendorId: number): OpenRow | undefined {
    const row = this.#rows.get(vendorId)
    if (row === undefined) return this.#read(vendorId)
    this.#rows.delete(vendorId)
    return row
  }

  /** A transaction was rolled back or another connection has written: the file alone knows. */
  forget(): void {
    this.#rows.clear()
  }

  #read(vendorId: number): OpenRow | undefined {
    const statement = this.#positional(
      `SELECT account_id, service_id, mode, price_units, charges_failed, started_at, spend_scopes, phone_hash,
         confirmation_number
       FROM verifications WHERE vendor_id = ? AND state = -1`,
    )
    return statement.get(vendorId) as unknown as OpenRow | undefined
  }
}
