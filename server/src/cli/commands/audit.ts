import { findingsOf } from '../../operations/auditor.ts'
import { defineCommand, flag } from '../command.ts'
import { counted } from '../wording.ts'

export const audit = defineCommand({
  words: 'audit',
  summary: 'Check that every balance is the sum of its entries and that what is held is held for a call',
  options: { all: flag('read every ledger entry again, also those that an earlier audit proved') },
  async run({ options, open }) {
    const { store } = await open()
    const report = options.all ? await store.audit() : (await store.auditSince()).report
    const { unbalancedAccounts, wrongHolds, wrongCalls } = report
    const isClean = findingsOf(report) === 0
    const read = [
      counted(report.accounts, 'account'),
      `${counted(report.entries, 'ledger entry', 'ledger entries')} of which ${report.readEntries} read now`,
      `${counted(report.calls, 'call')}${options.all ? '' : ' under way'}`,
    ].join(', ')
    return {
      json: { clean: isClean, ...report },
      text: isClean
        ? `The ledger balances (${read}): every balance with what is held is the sum of its entries,\n` +
          'entries are numbered without gaps, and what is held is held for calls and look-ups.'
        : [
            `The ledger does not balance (${read}).`,
            ...unbalancedAccounts.map(
              (id) =>
                `  account ${id}: its balance with what is held, or its entry count, differs from its entries`,
            ),
            ...wrongHolds.map(
              (id) => `  account ${id}: what is held is not what its calls and look-ups hold`,
            ),
            ...wrongCalls.map((id) => `  call ${id}: its cost is not what its ledger entry says`),
          ].join('\n'),
      failed: !isClean,
    }
  },
})
