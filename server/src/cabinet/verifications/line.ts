import { readDetails } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import type { VerificationRecord } from '../../books/verification.ts'
import { operatorName } from '../../quality/operator-name.ts'
import { permissionsOf } from '../permissions.ts'
import type { Member } from '../route.ts'
import type { VerificationLine } from '../views/verification.ts'

export const maySeeMoney = ({ role }: Pick<Member, 'role'>) => permissionsOf(role).includes('read-money')

export function lineOf(record: VerificationRecord, isMoneyShown: boolean): VerificationLine {
  return {
    vendorId: record.vendorId,
    serviceId: record.serviceId,
    mode: record.mode,
    state: record.state,
    test: record.test,
    phoneMask: record.phoneMask,
    country: record.country,
    code: record.code,
    client: record.client,
    operator: operatorName(record.country, record.operator, record.portedTo),
    region: record.region,
    reason: record.reason,
    timeToRingMs: readDetails(record.details).pddMs,
    startedAt: record.startedAt,
    settledAt: record.settledAt,
    cost: isMoneyShown ? roubles(record.costUnits) : null,
  }
}
