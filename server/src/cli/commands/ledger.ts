import { monthName, monthOf, monthStartMs } from '../../books/months.ts'
import { closeLedger } from '../../operations/close-ledger.ts'
import { archiveIn } from '../../operations/ledger-archive.ts'
import { perform } from '../../operations/perform.ts'
import { monthsClosed } from '../../operations/recorded.ts'
import { defineCommand, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { month } from '../readings.ts'
import { counted, timeText } from '../wording.ts'

export const ledgerClose = defineCommand({
  words: 'ledger close',
  summary: 'Move the entries up to the end of a month to files in RINGKEY_DATA/ledger; their sums stay',
  operands: { month: operand('MONTH', month) },
  async run({ operands, open }) {
    const context = await open()
    const { store, settings, now } = context
    if (operands.month >= monthOf(await store.heartbeat(now()))) {
      throw new CommandFailed(
        `${monthName(operands.month)} is not over yet (in UTC). Only past months can be closed.`,
      )
    }
    const archive = archiveIn(settings.RINGKEY_DATA)
    const closed = await closeLedger({ store, now, archive }, monthStartMs(operands.month + 1))
    if (closed === 'not-in-order') {
      throw new CommandFailed('The ledger does not balance, so nothing was closed: see ringkey audit.')
    }
    if (closed === 'clock-leapt') {
      throw new CommandFailed(
        `The clock says ${timeText(now())} UTC, which is days past the last purge, so nothing was closed. ` +
          'Set the clock; if it is right, run ringkey retention trust-clock first.',
      )
    }
    const { accounts, entries, files } = closed
    await perform(context, monthsClosed, { month: monthName(operands.month), entries })
    return {
      json: { month: monthName(operands.month), accounts, entries, files },
      text: [
        `${counted(entries, 'entry', 'entries')} of ${counted(accounts, 'account')} up to ` +
          `${monthName(operands.month)} moved to the archive.`,
        ...files.map((file) => `  ${file}`),
      ].join('\n'),
    }
  },
})
