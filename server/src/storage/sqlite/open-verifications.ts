import type { StatementSync } from 'node:sqlite'
import { modes, type NewVerification } from '../../books/verification.ts'

/** The columns needed to end a verification, in the order of the statement below. */
type OpenRow = readonly [
  accountId: number,
  serviceId: number,
  mode: number,
  priceUnits: number,
  chargesFailed: 0 | 1,
  startedAt: number,
  spendScopes: string | null,
  /** Only of inbound verifications: their end removes the entry that waits for this phone. */
  phoneHash: Uint8Array | null,
  confirmationNumber: string | null,
]

/** About a minute of a busy node. Further verifications are read from the file. */
const maxKept = 100_000

/** The open verifications that this writer has admitted. Ending one that is in memory is 4 us cheaper. */
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
      // A copy: the message from the service is a view of a much larger buffer.
      verification.mode === 'inbound' ? Uint8Array.from(verification.phoneHash) : null,
      verification.confirmationNumber,
    ])
  }

  /** Removes and returns a verification in order to end it; undefined when it is not open. */
  take(vendorId: number): OpenRow | undefined {
    const row = this.#rows.get(vendorId)
    if (row === undefined) return this.#read(vendorId)
    this.#rows.delete(vendorId)
    return row
  }

  /** Forgets everything after a rollback or after a write by another connection: only the file is right then. */
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
