import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { Auditor } from './auditor.ts'

const clean = { accounts: 1, entries: 2, verifications: 3, unbalancedAccounts: [], wrongHolds: [] }

it('raises an alarm while the books do not balance, and runs once for all who ask at once', async () => {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  let audits = 0
  let report = { ...clean, unbalancedAccounts: [4] as number[] }
  const auditor = new Auditor({
    store: {
      audit: async () => {
        audits += 1
        return report
      },
    },
    clock,
    log: createLog('silent'),
    metrics: new Metrics(),
    alarms,
  })
  expect(auditor.last).toBeUndefined()
  await Promise.all([auditor.run(), auditor.run()])
  expect(audits).toBe(1)
  expect(alarms.current()).toMatchObject([{ kind: 'audit', facts: { accounts: 1, holds: 0 } }])
  expect(auditor.last?.report.unbalancedAccounts).toEqual([4])
  report = { ...clean, unbalancedAccounts: [] }
  await auditor.run()
  expect(alarms.current()).toEqual([])
})
