import type { LedgerEntry } from '../../books/ledger.ts'
import type { AttemptRecord, DeliveryRecord, DeliveryState } from '../delivery-records.ts'
import { type AccountRecord, defaultServiceSettings, type ServiceRecord } from '../records.ts'
import type { Row } from '../sql.ts'

/** Converts rows of the tables to the records of the port. */

export function accountOf(row: Row): AccountRecord {
  return {
    id: Number(row.id),
    email: String(row.email),
    status: row.status as AccountRecord['status'],
    phoneConfirmed: row.phone_confirmed === 1,
    tariff: String(row.tariff),
    telegramId: Number(row.telegram_id),
    twoAuth: row.two_auth === 1,
    demo: row.demo === 1,
    balanceUnits: Number(row.balance_units),
    heldUnits: Number(row.held_units),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  }
}

export function serviceOf(row: Row): ServiceRecord {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    name: String(row.name),
    useDirection: String(row.use_direction),
    status: row.status as ServiceRecord['status'],
    keyHash: row.key_hash as Uint8Array,
    previousKeyHash: row.previous_key_hash as Uint8Array | null,
    previousKeyEndsAt: Number(row.previous_key_ends_at),
    keyUsedAt: Number(row.key_used_at),
    previousKeyUsedAt: Number(row.previous_key_used_at),
    // A service that was saved before a setting existed has the default.
    settings: { ...defaultServiceSettings, ...JSON.parse(String(row.settings)) },
    chargedOnDeliveryUntil: Number(row.charged_on_delivery_until),
    lastRequestAt: Number(row.last_request_at),
    createdAt: Number(row.created_at),
  }
}

export function entryOf(row: Row): LedgerEntry {
  return {
    accountId: Number(row.account_id),
    entry: Number(row.entry),
    kind: row.kind as LedgerEntry['kind'],
    amountUnits: Number(row.amount_units),
    heldUnits: Number(row.held_units),
    balanceAfterUnits: Number(row.balance_after_units),
    vendorId: row.vendor_id as number | null,
    note: String(row.note),
    createdAt: Number(row.created_at),
    summed: Number(row.summed),
  }
}

/** A row of `deliveries` with its `url`. */
export function deliveryOf(row: Row): DeliveryRecord {
  return {
    id: Number(row.id),
    serviceId: Number(row.service_id),
    vendorId: row.vendor_id as number | null,
    verificationId: row.verification_id as string | null,
    endpointId: row.endpoint_id as number | null,
    type: row.type as DeliveryRecord['type'],
    webhookId: String(row.webhook_id),
    receiver: String(row.receiver),
    url: row.url as string | null,
    state: row.state as DeliveryState,
    dueAt: Number(row.due_at),
    lease: row.lease as string | null,
    tries: Number(row.tries),
    attemptCount: Number(row.attempt_count),
    createdAt: Number(row.created_at),
    endedAt: row.ended_at as number | null,
  }
}

export function attemptOf(row: Row): AttemptRecord {
  return {
    attempt: Number(row.attempt),
    at: Number(row.at),
    durationMs: Number(row.duration_ms),
    status: Number(row.status),
    error: String(row.error),
    answer: String(row.answer),
  }
}
