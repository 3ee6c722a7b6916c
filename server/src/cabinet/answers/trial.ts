import type { CallRecord } from '../../books/call.ts'
import { readTimes } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import type { CabinetDeps } from '../deps.ts'
import type { TrialView } from '../views/trial.ts'

export async function trialView({ store }: CabinetDeps, record: CallRecord): Promise<TrialView> {
  const { vendorId, mode } = record
  const { pddMs, ringMs } = readTimes(record.details)
  const delivery = mode === 'inbound' ? await store.webhookOfCall(vendorId) : undefined
  return {
    vendorId,
    serviceId: record.serviceId,
    mode,
    state: record.state,
    test: record.test,
    phoneMask: record.phoneMask,
    cost: roubles(record.costUnits),
    startedAt: record.startedAt,
    deadlineAt: record.deadlineAt,
    settledAt: record.settledAt,
    reason: record.reason,
    ringAfterMs: ringMs ? pddMs : null,
    ringMs,
    confirmationNumber: record.confirmationNumber,
    webhook: delivery?.state ?? null,
    deliveryId: delivery?.id ?? null,
  }
}
