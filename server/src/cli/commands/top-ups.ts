import { roubles, roublesText } from '../../books/money.ts'
import { reverseTopUp } from '../../operations/reverse-top-up.ts'
import { table } from '../columns.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { findAccount } from '../finding.ts'
import { once, operationOption } from '../once.ts'
import { accountName, id, text } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

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

const reverse = defineCommand({
  words: 'account reverse-topup',
  summary: 'Take a mistaken top-up back, by an entry of its own with a reason',
  operands: { account: operand('ACCOUNT', accountName), entry: operand('ENTRY', id) },
  options: {
    reason: one('TEXT', 'for the ledger; the owner sees it', text()),
    'allow-debt': flag('also when part of the money is spent: the balance falls below zero'),
    operation: operationOption,
  },
  async run({ operands, options, open, terminal }) {
    if (options.reason === undefined) throw new UsageError('account reverse-topup: --reason is missing')
    const context = await open()
    const { id: accountId } = await findAccount(context, operands.account)
    const reversal = {
      accountId,
      entry: operands.entry,
      reason: options.reason,
      allowsDebt: options['allow-debt'],
    }
    const balanceUnits = await once(terminal, options.operation, (operationId) =>
      reverseTopUp(context, reversal, operationId),
    )
    return {
      json: { id: accountId, entry: operands.entry, balance: roubles(balanceUnits) },
      text: `Entry ${operands.entry} of account ${accountId} is reversed; its balance is ${roublesText(balanceUnits)}.`,
    }
  },
})

export const topUpCommands = [list, reverse]
