import { defineCommand, flag } from '../command.ts'
import { counted, jsonOf } from '../wording.ts'

export const audit = defineCommand({
  words: 'audit',
  summary: 'Check that every balance is the sum of its entries and that no hold outlives its call',
  options: { all: flag('read every ledger entry again, also those that an earlier audit proved') },
  async run({ options, open }) {
    const { store } = await open()
    const report = options.all ? await store.audit() : (await store.auditSince()).report
    const { unbalancedAccounts, wrongHolds } = report
    const isClean = unbalancedAccounts.length + wrongHolds.length === 0
    const read = [
      counted(report.accounts, 'account'),
      `${counted(report.entries, 'ledger entry', 'ledger entries')} of which ${report.readEntries} read now`,
      `${counted(report.calls, 'call')}${options.all ? '' : ' under way'}`,
    ].join(', ')
    return {
      json: jsonOf({ clean: isClean, ...report }),
      text: isClean
        ? `The ledger balances (${read}): every balance and held sum is the sum of its entries,\n` +
          'entries are numbered without gaps, and every hold belongs to a call that is under way.'
        : [
            `The ledger does not balance (${read}).`,
            ...unbalancedAccounts.map(
              (id) => `  account ${id}: balance, held sum or entry count differ from its entries`,
            ),
            ...wrongHolds.map((id) => `  call ${id}: the money held for it is not what its record says`),
          ].join('\n'),
      failed: !isClean,
    }
  },
})
