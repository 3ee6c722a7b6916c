import { roubles } from '../../books/money.ts'
import type { VerificationRecord } from '../../books/verification.ts'
import type { CabinetDeps } from '../deps.ts'
import type { TrialView } from '../views/trial.ts'

/** What happened on the wire, as telephony files it; a test number has none. */
interface WireFacts {
  readonly pddMs?: number
  readonly ringMs?: number
}

export async function trialView({ store }: CabinetDeps, record: VerificationRecord): Promise<TrialView> {
  const { vendorId, mode } = record
  const wire: WireFacts = record.details === null ? {} : (JSON.parse(record.details) as WireFacts)
  const delivery = mode === 'inbound' ? await store.delivery(vendorId) : undefined
  return {
    vendorId,
    serviceId: record.serviceId,
    mode,
    state: record.state,
    test: record.test,
    phoneMask: record.phoneMask,
    code: record.code,
    cost: roubles(record.costUnits),
    startedAt: record.startedAt,
    deadlineAt: record.deadlineAt,
    settledAt: record.settledAt,
    reason: record.reason,
    ringAfterMs: wire.ringMs ? (wire.pddMs ?? null) : null,
    ringMs: wire.ringMs ?? null,
    confirmationNumber: record.confirmationNumber,
    webhook: delivery?.state ?? null,
  }
}
