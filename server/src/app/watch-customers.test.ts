import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { alarmPage, alarmSentence } from '../alarms/alarm-table.ts'
import { defaultInstallationSettings } from '../storage/queries/installation.ts'
import type { FailingWebhooks, LowBalance, RightKeys } from '../storage/queries/troubled-customers.ts'
import { watchCustomers } from './watch-customers.ts'

it('alarms: failing webhooks, a balance that ends and keys that few press are reported until they are over', async () => {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  const failing: FailingWebhooks[] = [{ serviceId: 7, receiver: 'shop.example:443', sent: 12, failing: 9 }]
  const low: LowBalance[] = [{ accountId: 3, leftUnits: 3_000_000, dayUnits: 24_000_000 }]
  const few: RightKeys[] = [{ serviceId: 8, calls: 40, right: 2 }]
  const store = {
    failingWebhooks: async () => failing,
    lowBalances: async () => low,
    fewRightKeys: async () => few,
    installationSettings: async () => defaultInstallationSettings,
  }
  const watcher = watchCustomers({ store, clock, alarms })
  const reported = () =>
    alarms
      .current()
      .map((alarm) => alarmSentence('en', alarm))
      .sort()
  await watcher.look()
  expect(reported()).toEqual([
    'Account 3 has 300 RUB left: enough for about 3 hours at its usual spending.',
    'Service 8 asked for a key in 40 answered calls of 24 hours, and 2 of these people pressed the right one. The calls may be placed for something else; they are charged.',
    'shop.example:443 does not take the webhooks of service 7: 9 of the last 12 failed.',
  ])
  expect(alarmPage({ kind: 'balance-low', facts: { accountId: 3 } })).toBe('/console/accounts/3')
  failing.pop()
  low.pop()
  few.pop()
  await clock.advance(60_000)
  await watcher.look()
  expect(reported()).toHaveLength(2)
  await clock.advance(10 * 60_000)
  await watcher.look()
  expect(reported()).toEqual([])
})
