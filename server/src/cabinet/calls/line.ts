import type { CallRecord } from '../../books/call.ts'
import { readTimes, timeToRingMs } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { saidOf } from '../../books/verification.ts'
import { pick } from '../../platform/pick.ts'
import { networkName } from '../../quality/network-name.ts'
import { permissionsOf } from '../permissions.ts'
import type { Member } from '../route.ts'
import type { VerificationLine } from '../views/verification.ts'

export const maySeeMoney = ({ role }: Pick<Member, 'role'>) => permissionsOf(role).includes('read-money')

/** What a reader is shown of a call. */
export interface Shown {
  readonly isMoneyShown: boolean
  /** Codes belong to the customer, and not to those who only read: operators do not see them either. */
  readonly mayShowCode: boolean
  /** The list is of every customer. */
  readonly isOfCustomers?: boolean
  /** In a file; UTC when left out. */
  readonly timeZone?: string
}

export const shownTo = (user: Pick<Member, 'role'>): Shown => ({
  isMoneyShown: maySeeMoney(user),
  mayShowCode: permissionsOf(user.role).includes('change-services'),
})

const stepStatuses = { checking: 'started', completed: 'delivered', failed: 'undelivered' } as const

/** A call of `/v1.0` as a verification of one step. */
export function lineOf(record: CallRecord, { isMoneyShown, mayShowCode }: Shown): VerificationLine {
  const { mode, state } = record
  return {
    ...pick(record, 'serviceId', 'reason', 'test', 'phoneMask', 'country', 'region'),
    id: String(record.vendorId),
    status: state,
    operator: networkName(record.country, record.operator, record.portedTo),
    ...saidOf(record),
    createdAt: record.startedAt,
    endedAt: record.settledAt,
    steps: [{ mode, status: stepStatuses[state] }],
    mayShowCode: mayShowCode && record.code !== '',
    timeToRingMs: timeToRingMs(readTimes(record.details)),
    cost: isMoneyShown ? roubles(record.costUnits) : null,
    origin: null,
  }
}
