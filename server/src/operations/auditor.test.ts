import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import type { AuditReport, AuditResult } from '../storage/queries/audit.ts'
import { Auditor } from './auditor.ts'

const clean: AuditReport = {
  accounts: 1,
  entries: 2,
  readEntries: 2,
  calls: 3,
  unbalancedAccounts: [],
  wrongHolds: [],
  wrongCalls: [],
}

/** Nodes on one set of books. */
function fleet() {
  const clock = new ManualClock()
  const books = { audits: 0, report: { ...clean, unbalancedAccounts: [4] }, holder: '' }
  let last: AuditResult | undefined
  const node = (name: string) => {
    const alarms = new ActiveAlarms(clock)
    const store = {
      auditSince: async () => {
        books.audits += 1
        return { report: books.report, proved: [] }
      },
      carryAudit: async () => {},
      saveLastAudit: async (result: AuditResult) => {
        last = result
      },
      lastAudit: async () => last,
      takeLease: async () => {
        books.holder ||= name
        return books.holder === name
      },
    }
    const log = createLog('silent')
    return { alarms, auditor: new Auditor({ store, clock, log, metrics: new Metrics(0), alarms }) }
  }
  return { books, node }
}

it('auditor: raises an alarm while the books do not balance, and runs once for concurrent requests', async () => {
  const { books, node } = fleet()
  const { alarms, auditor } = node('one')
  expect(auditor.last).toBeUndefined()
  await Promise.all([auditor.run(), auditor.run()])
  expect(books.audits).toBe(1)
  expect(alarms.current()).toMatchObject([{ kind: 'audit', facts: { accounts: 1, holds: 0 } }])
  expect(auditor.last?.report.unbalancedAccounts).toEqual([4])
  books.report = { ...clean, unbalancedAccounts: [] }
  await auditor.run()
  expect(alarms.current()).toEqual([])
})

it('auditor, periodic audit: one node reads the books, and the others use its result', async () => {
  const { books, node } = fleet()
  const [one, other] = [node('one'), node('other')]
  await one.auditor.runForAll()
  await other.auditor.runForAll()
  expect(books.audits).toBe(1)
  expect(other.auditor.last).toEqual(one.auditor.last)
  expect(other.alarms.current()).toMatchObject([{ kind: 'audit', facts: { accounts: 1, holds: 0 } }])
})
