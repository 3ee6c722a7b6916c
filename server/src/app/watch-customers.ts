import { roubles } from '../books/money.ts'
import { hourOf, hoursInDay } from '../books/spending.ts'
import { type Clock, dayMs, hourMs, minuteMs } from '../platform/clock.ts'
import type { Watcher, WatcherDeps } from './on-one-node.ts'

const webhookPeriodMs = minuteMs
/** A receiver that begins to fail under load is noticed, and one that is mended forgotten, within these. */
const webhookLatelyMs = 5 * minuteMs
/** A receiver that gets fewer in that time is judged by its last ones of an hour. */
const webhookAgeMs = hourMs
const lastWebhooks = 10
const newestWebhooks = 20_000
const fewestFailing = 5
/** Sums of days and hours change slowly, and reading them takes longer. */
const sumsPeriodMs = 10 * minuteMs
const spendingDays = 7
/** 1,000 of the currency in these days: a trial that has run out is no alarm. */
const leastSpentUnits = 10_000_000
/** Of fewer, the share is chance. */
const fewestKeyCalls = 20
/** Of each kind; with more of them, something else is the matter. */
const maxAlarms = 50

type Reads = 'failingWebhooks' | 'lowBalances' | 'fewRightKeys' | 'installationSettings'

/**
 * Raises alarms about customers who need help, or a look: their receiver of webhooks fails, their balance is about to end,
 * hardly anybody whom they ask for a key presses it.
 */
export function watchCustomers({ store, clock, alarms }: WatcherDeps<Reads>): Watcher {
  const lookAtWebhooks = async () => {
    const failing = await store.failingWebhooks({
      since: clock.now() - webhookAgeMs,
      lately: clock.now() - webhookLatelyMs,
      last: lastWebhooks,
      newest: newestWebhooks,
      fewest: fewestFailing,
      limit: maxAlarms,
    })
    alarms.raiseOnly(
      'webhooks-failing',
      failing.map((each) => [`${each.serviceId} ${each.receiver}`, { ...each }]),
    )
  }
  const lookAtBalances = async () => {
    const low = await store.lowBalances({
      fromDay: Math.floor(clock.now() / dayMs) - spendingDays + 1,
      days: spendingDays,
      leastSpentUnits,
      limit: maxAlarms,
    })
    const { currency } = await store.installationSettings()
    const raised = low.map(({ accountId, leftUnits, dayUnits }) => {
      const hours = Math.max(0, Math.floor((24 * leftUnits) / dayUnits))
      return [`account:${accountId}`, { accountId, left: roubles(leftUnits), currency, hours }] as const
    })
    alarms.raiseOnly('balance-low', raised)
  }
  const lookAtKeys = async () => {
    const few = await store.fewRightKeys({
      fromHour: hourOf(clock.now()) - hoursInDay + 1,
      fewestCalls: fewestKeyCalls,
      limit: maxAlarms,
    })
    alarms.raiseOnly(
      'few-right-keys',
      few.map((each) => [String(each.serviceId), each]),
    )
  }
  const webhooks = atMostEvery(clock, webhookPeriodMs, lookAtWebhooks)
  const balances = atMostEvery(clock, sumsPeriodMs, lookAtBalances)
  const keys = atMostEvery(clock, sumsPeriodMs, lookAtKeys)
  return {
    kinds: ['webhooks-failing', 'balance-low', 'few-right-keys'],
    async look() {
      await webhooks.run()
      await balances.run()
      await keys.run()
    },
    forget() {
      webhooks.reset()
      balances.reset()
      keys.reset()
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
