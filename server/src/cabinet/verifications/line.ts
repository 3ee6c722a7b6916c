import { roubles } from '../../books/money.ts'
import { spentUnits } from '../../books/step-machine.ts'
import type { Verification } from '../../books/verification.ts'
import { networkName } from '../../quality/network-name.ts'
import type { VerificationLine } from '../views/verification.ts'

export function verificationLineOf(record: Verification, isMoneyShown: boolean): VerificationLine {
  return {
    id: record.id,
    serviceId: record.serviceId,
    status: record.status,
    reason: record.reason,
    test: record.test,
    phoneMask: record.phoneMask,
    country: record.country,
    operator: networkName(record.country, record.operator, record.portedTo),
    region: record.region,
    client: record.client,
    createdAt: record.createdAt,
    endedAt: record.endedAt,
    steps: record.steps.map(({ mode, status }) => ({ mode, status })),
    cost: isMoneyShown ? roubles(spentUnits(record)) : null,
  }
}
