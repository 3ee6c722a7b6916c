import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { AlarmKind } from '../alarms/alarm-table.ts'
import { roubles } from '../books/money.ts'
import { type Clock, dayMs, hourMs, minuteMs } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { Watcher } from './on-one-node.ts'

const webhookPeriodMs = minuteMs
const webhookAgeMs = hourMs
const newestWebhooks = 20_000
const fewestFailing = 5
/** Spending changes slowly, and reading it takes longer. */
const balancePeriodMs = 10 * minuteMs
const spendingDays = 7
/** 1,000 roubles in these days: a trial that has run out is no alarm. */
const leastSpentUnits = 10_000_000
/** Of each kind; with more of them, something else is the matter. */
const maxAlarms = 50

export interface WatchCustomersDeps {
  readonly store: Pick<Store, 'failingWebhooks' | 'lowBalances'>
  readonly clock: Clock
  readonly alarms: Pick<ActiveAlarms, 'raise' | 'clearOthers'>
}

/** Raises alarms about customers who need help: their receiver of webhooks fails, their balance is about to end. */
export function watchCustomers({ store, clock, alarms }: WatchCustomersDeps): Watcher {
  const lookAtWebhooks = async () => {
    const failing = await store.failingWebhooks({
      since: clock.now() - webhookAgeMs,
      newest: newestWebhooks,
      fewest: fewestFailing,
      limit: maxAlarms,
    })
    for (const each of failing) alarms.raise('webhooks-failing', webhookSubject(each), { ...each })
    alarms.clearOthers('webhooks-failing', failing.map(webhookSubject))
  }
  const lookAtBalances = async () => {
    const low = await store.lowBalances({
      fromDay: Math.floor(clock.now() / dayMs) - spendingDays + 1,
      days: spendingDays,
      leastSpentUnits,
      limit: maxAlarms,
    })
    for (const { accountId, leftUnits, dayUnits } of low)
      alarms.raise('balance-low', `account:${accountId}`, {
        accountId,
        left: roubles(leftUnits),
        hours: Math.max(0, Math.floor((24 * leftUnits) / dayUnits)),
      })
    alarms.clearOthers(
      'balance-low',
      low.map(({ accountId }) => `account:${accountId}`),
    )
  }
  const webhooks = atMostEvery(clock, webhookPeriodMs, lookAtWebhooks)
  const balances = atMostEvery(clock, balancePeriodMs, lookAtBalances)
  const kinds: readonly AlarmKind[] = ['webhooks-failing', 'balance-low']
  return {
    async look() {
      await webhooks.run()
      await balances.run()
    },
    forget() {
      for (const kind of kinds) alarms.clearOthers(kind, [])
      webhooks.reset()
      balances.reset()
    },
  }
}

function atMostEvery(clock: Clock, periodMs: number, look: () => Promise<void>) {
  let lookedMs = Number.NEGATIVE_INFINITY
  return {
    async run() {
      if (clock.monotonicMs() - lookedMs < periodMs) return
      await look()
      lookedMs = clock.monotonicMs()
    },
    reset() {
      lookedMs = Number.NEGATIVE_INFINITY
    },
  }
}

const webhookSubject = ({ serviceId, receiver }: { readonly serviceId: number; readonly receiver: string }) =>
  `${serviceId} ${receiver}`
