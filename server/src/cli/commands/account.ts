import { roubles } from '../../books/money.ts'
import * as accounts from '../../operations/accounts.ts'
import { fields, listCommand, listing } from '../columns.ts'
import { defineCommand, operand } from '../command.ts'
import { findAccount } from '../finding.ts'
import { operationCommand } from '../operation-command.ts'
import { accountName } from '../readings.ts'
import { jsonOf, moneyText } from '../wording.ts'

type AccountView = ReturnType<typeof accounts.accountView>

const create = operationCommand(
  accounts.createAccount,
  {
    words: 'account create',
    operands: { email: 'EMAIL' },
    flags: ['noPassword'],
    options: { tariff: { value: 'CODE', about: 'its tariff' } },
    begins: true,
  },
  ({ password, ...made }) => ({
    json: { ...accountJson(made), ...(password === undefined ? {} : { password }) },
    text: fields([
      ['Account', made.id],
      ['E-mail', made.email],
      ...(password === undefined ? [] : [['Password', `${password} (shown only now)`] as const]),
      ['Next', `ringkey service create ${made.id} --name NAME; ringkey account topup ${made.id} AMOUNT`],
    ]),
  }),
)

const list = listCommand({
  words: 'account list',
  summary: 'Show all accounts with their balance',
  records: async ({ store }) => (await store.accounts()).map(accounts.accountView),
  whenEmpty: 'There is no account yet: ringkey account create EMAIL',
  shown: {
    ID: 'id',
    'E-MAIL': ({ email, demo }) => email + (demo ? ' (demo)' : ''),
    STATUS: 'status',
    TARIFF: 'tariff',
    BALANCE: ({ balance }) => moneyText(balance),
    HELD: ({ held }) => moneyText(held),
    'CREATED (UTC)': 'createdAt',
  },
  json: accountJson,
})

const topUp = operationCommand(
  accounts.topUp,
  { words: 'account topup', operands: { account: 'ACCOUNT', amount: 'AMOUNT' } },
  async ({ amount, balance }, { account: id }, { store }) => ({
    json: { id, amount, balance },
    text: `Account ${id} got ${moneyText(amount)} ${(await store.installationSettings()).currency}; its balance is ${moneyText(balance)}.`,
  }),
)

const real = operationCommand(
  accounts.makeReal,
  { words: 'account make-real', operands: { account: 'ACCOUNT' } },
  (account) => ({
    json: accountJson(account),
    text: `Account ${account.id} (${account.email}) is real now. Its play money was taken back: ringkey account topup ${account.id} AMOUNT`,
  }),
)

function statusCommand(verb: string, status: AccountView['status'], summary: string) {
  return operationCommand(
    accounts.setAccountStatus,
    { words: `account ${verb}`, summary, operands: { account: 'ACCOUNT' }, fixed: { status } },
    (account) => ({
      json: accountJson(account),
      text: `Account ${account.id} (${account.email}) is ${status}.`,
    }),
  )
}

const shown = 100

const listTopUps = defineCommand({
  words: 'account topups',
  summary: 'Show the last top-ups of an account with their entries in the ledger',
  operands: { account: operand('ACCOUNT', accountName) },
  async run({ operands, open }) {
    const context = await open()
    const { id: accountId } = await findAccount(context, operands.account)
    const { items } = await context.store.ledgerPage({ accountId, kind: 'top-up', limit: shown })
    const reversals = await context.store.reversals(accountId)
    return listing(
      items.map(({ entry, createdAt, amountUnits, note }) => ({
        entry,
        timeAt: createdAt,
        amount: roubles(amountUnits),
        note,
        reversedBy: reversals.find((each) => each.entry === entry)?.reversedBy ?? null,
      })),
      'The account has no top-up.',
      {
        ENTRY: 'entry',
        'TIME (UTC)': 'timeAt',
        AMOUNT: ({ amount }) => moneyText(amount),
        NOTE: 'note',
        'REVERSED BY': 'reversedBy',
      },
    )
  },
})

const reverse = operationCommand(
  accounts.reverseTopUp,
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

export const accountCommands = [
  create,
  list,
  real,
  statusCommand('block', 'blocked', 'Refuse every request of an account (error 1001)'),
  statusCommand('unblock', 'active', 'Let a blocked account work again'),
  topUp,
  listTopUps,
  reverse,
]

function accountJson({ phoneConfirmed: _, ...account }: AccountView) {
  return jsonOf(account)
}
