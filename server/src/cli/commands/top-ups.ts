import { roubles, roublesText } from '../../books/money.ts'
import { reverseTopUp } from '../../operations/accounts.ts'
import { table } from '../columns.ts'
import { defineCommand, operand } from '../command.ts'
import { findAccount } from '../finding.ts'
import { operationCommand } from '../operation-command.ts'
import { accountName } from '../readings.ts'
import { isoTime, moneyText, timeText } from '../wording.ts'

const shown = 100

const list = defineCommand({
  words: 'account topups',
  summary: 'Show the last top-ups of an account with their entries in the ledger',
  operands: { account: operand('ACCOUNT', accountName) },
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const { id: accountId } = await findAccount(context, operands.account)
    const { items } = await context.store.ledgerPage({
      accountId,
      kind: 'top-up',
      before: null,
      from: null,
      to: null,
      vendorId: null,
      limit: shown,
    })
    const reversals = await context.store.reversals(accountId)
    const topUps = items.map((each) => ({
      ...each,
      reversedBy: reversals.find(({ entry }) => entry === each.entry)?.reversedBy ?? null,
    }))
    return {
      json: topUps.map(({ entry, createdAt, amountUnits, note, reversedBy }) => ({
        entry,
        time: isoTime(createdAt),
        amount: roubles(amountUnits),
        note,
        reversed_by: reversedBy,
      })),
      text: table(
        ['ENTRY', 'TIME (UTC)', 'ROUBLES', 'NOTE', 'REVERSED BY'],
        topUps.map(({ entry, createdAt, amountUnits, note, reversedBy }) => [
          entry,
          timeText(createdAt),
          roublesText(amountUnits),
          note,
          reversedBy ?? '-',
        ]),
        'The account has no top-up.',
      ),
    }
  },
})

const reverse = operationCommand(
  reverseTopUp,
  {
    words: 'account reverse-topup',
    operands: { account: 'ACCOUNT', entry: 'ENTRY' },
    flags: ['allowDebt'],
  },
  ({ balance }, { account: id, entry }) => ({
    json: { id, entry, balance },
    text: `Entry ${entry} of account ${id} is reversed; its balance is ${moneyText(balance)}.`,
  }),
)

export const topUpCommands = [list, reverse]
