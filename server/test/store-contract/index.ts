import { afterEach, describe } from 'vitest'
import type { Store } from '../../src/storage/store.ts'
import { describeAdmission } from './admission.ts'
import { describeAlarms } from './alarms.ts'
import { describeAudit } from './audit.ts'
import { describeBalanceNotices } from './balance-notices.ts'
import { describeCallers } from './callers.ts'
import { describeClosing } from './closing.ts'
import { describeEntrance } from './entrance.ts'
import { describeEvents } from './events.ts'
import { describeFacts } from './facts.ts'
import { describeFirstSteps } from './first-steps.ts'
import type { StoreUnderTest } from './fixture.ts'
import { describeInboundAndRepeats } from './inbound-and-repeats.ts'
import { describeKeeping } from './keeping.ts'
import { describeLedgerSums } from './ledger-sums.ts'
import { describeLists } from './lists.ts'
import { describeMoneyTotals } from './money-totals.ts'
import { describeNewEmail } from './new-email.ts'
import { describeNodes } from './nodes.ts'
import { describeNumbers } from './numbers.ts'
import { describeOidc } from './oidc.ts'
import { describeOperations } from './operations.ts'
import { describeOperator } from './operator.ts'
import { describePeople } from './people.ts'
import { describeRecordings } from './recordings.ts'
import { describeRequestLog } from './request-log.ts'
import { describeReversals } from './reversals.ts'
import { describeRouteCounts } from './route-counts.ts'
import { describeSentTogether } from './sent-together.ts'
import { describeServiceKeys } from './service-keys.ts'
import { describeSettlement } from './settlement.ts'
import { describeSnapshots } from './snapshots.ts'
import { describeVelocity } from './velocity.ts'
import { describePhoneInsight } from './verification-insight.ts'
import { describeVerifications } from './verifications.ts'

/** What every store guarantees about calls and money. Each store runs all of it; no test is skipped. */
export function describeBooks(name: string, given: StoreUnderTest): void {
  describe(name, () => {
    const under = closedAfterEach(given)
    describeAdmission(under)
    describeSettlement(under)
    describeInboundAndRepeats(under)
    describeCallers(under)
    describeKeeping(under)
    describeAudit(under)
    describeClosing(under)
    describeLedgerSums(under)
    describeLists(under)
    describeFacts(under)
    describeRouteCounts(under)
    describeVerifications(under)
    describePhoneInsight(under)
    describeEvents(under)
    describeSentTogether(under)
  })
}

/** What every store guarantees about everything else. Each store runs all of it; no test is skipped. */
export function describeRecords(name: string, given: StoreUnderTest): void {
  describe(name, () => {
    const under = closedAfterEach(given)
    describeOperator(under)
    describeVelocity(under)
    describeNumbers(under)
    describeRequestLog(under)
    describeAlarms(under)
    describeOperations(under)
    describeServiceKeys(under)
    describeRecordings(under)
    describeReversals(under)
    describeMoneyTotals(under)
    describeFirstSteps(under)
    describeNodes(under)
    describeSnapshots(under)
    describeBalanceNotices(under)
    describePeople(under)
    describeEntrance(under)
    describeNewEmail(under)
    describeOidc(under)
  })
}

/** Closes what a test has left open: its worker goes on to other files, with all threads and connections. */
function closedAfterEach(given: StoreUnderTest): StoreUnderTest {
  const open = new Set<Store>()
  afterEach(async () => {
    for (const store of open) await store.close()
  })
  return {
    async open(place, options) {
      const store = await given.open(place, options)
      const closed: Store = {
        ...store,
        close() {
          open.delete(closed)
          return store.close()
        },
      }
      open.add(closed)
      return closed
    },
  }
}
