import { roubles } from '../../books/money.ts'
import { spentUnits } from '../../books/step-machine.ts'
import { saidNames, type Verification } from '../../books/verification.ts'
import { pick } from '../../platform/pick.ts'
import { networkName } from '../../quality/network-name.ts'
import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import { lineOf, type Shown } from '../calls/line.ts'
import type { VerificationLine } from '../views/verification.ts'
import { Origins } from './origins.ts'

export const listLineOf = (item: ListItem, shown: Shown): VerificationLine =>
  isVerification(item) ? verificationLineOf(item, shown.isMoneyShown) : lineOf(item, shown)

/** As one reader sees them: an operator also sees whose they are. */
export async function listLinesOf(
  store: Store,
  items: readonly ListItem[],
  shown: Shown,
  origins = new Origins(store),
): Promise<VerificationLine[]> {
  const known = shown.isOfCustomers ? await origins.of(items) : []
  return items.map((item, place) => ({ ...listLineOf(item, shown), origin: known[place] ?? null }))
}

export function verificationLineOf(record: Verification, isMoneyShown: boolean) {
  return {
    ...pick(record, 'id', 'serviceId', 'status', 'reason', 'test', 'phoneMask', 'country', 'region'),
    ...pick(record, ...saidNames, 'createdAt', 'endedAt'),
    operator: networkName(record.country, record.operator, record.portedTo),
    steps: record.steps.map(({ mode, status }) => ({ mode, status })),
    mayShowCode: false,
    timeToRingMs: null,
    cost: isMoneyShown ? roubles(spentUnits(record)) : null,
    origin: null,
  } satisfies VerificationLine
}
