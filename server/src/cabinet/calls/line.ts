import { type CallRecord, notesOf } from '../../books/call.ts'
import { readTimes, timeToRingMs } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { networkName } from '../../quality/network-name.ts'
import { permissionsOf } from '../permissions.ts'
import type { Member } from '../route.ts'
import type { CallLine } from '../views/call.ts'

export const maySeeMoney = ({ role }: Pick<Member, 'role'>) => permissionsOf(role).includes('read-money')

/** What a reader is shown of a call. */
export interface Shown {
  readonly isMoneyShown: boolean
  /** Codes belong to the customer, and not to those who only read: operators do not see them either. */
  readonly mayShowCode: boolean
}

export const shownTo = (who: Pick<Member, 'role'>): Shown => ({
  isMoneyShown: maySeeMoney(who),
  mayShowCode: permissionsOf(who.role).includes('change-services'),
})

export function lineOf(record: CallRecord, { isMoneyShown, mayShowCode }: Shown): CallLine {
  return {
    vendorId: record.vendorId,
    serviceId: record.serviceId,
    mode: record.mode,
    state: record.state,
    test: record.test,
    phoneMask: record.phoneMask,
    country: record.country,
    mayShowCode: mayShowCode && record.code !== '',
    ...notesOf(record),
    operator: networkName(record.country, record.operator, record.portedTo),
    region: record.region,
    reason: record.reason,
    timeToRingMs: timeToRingMs(readTimes(record.details)),
    startedAt: record.startedAt,
    settledAt: record.settledAt,
    cost: isMoneyShown ? roubles(record.costUnits) : null,
  }
}
