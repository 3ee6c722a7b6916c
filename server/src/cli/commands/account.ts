import { roubles } from '../../books/money.ts'
import * as accounts from '../../operations/accounts.ts'
import { fields, listCommand, listing } from '../columns.ts'
import { defineCommand, flag, operand } from '../command.ts'
import { confirm } from '../confirm.ts'
import { findAccount } from '../finding.ts'
import { operationCommand } from '../operation-command.ts'
import { accountName } from '../readings.ts'
import { boundText, moneyText, utcText } from '../wording.ts'

type AccountView = ReturnType<typeof accounts.accountView>

const create = operationCommand(
  accounts.createAccount,
  {
    words: 'account create',
    operands: { email: 'EMAIL' },
    flags: ['noPassword'],
    options: { tariff: { value: 'CODE', about: 'its tariff' }, timeZone: { value: 'ZONE' } },
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

const show = defineCommand({
  words: 'account show',
  summary: 'Show an account with its money, its services and its spend cap',
  operands: { account: operand('ACCOUNT', accountName) },
  async run({ operands, open }) {
    const context = await open()
    const { store } = context
    const record = await findAccount(context, operands.account)
    const account = accounts.accountView(record)
    const services = (await store.services(record.id)).map(({ id, name, status }) => ({ id, name, status }))
    const cap = (await store.spendCaps()).find(({ scope }) => scope === `account:${record.id}`)
    const [perHour, perDay] = [roubles(cap?.perHourUnits ?? 0), roubles(cap?.perDayUnits ?? 0)]
    return {
      json: { ...accountJson(account), per_hour: perHour || null, per_day: perDay || null, services },
      text: fields([
        ['Account', account.id],
        ['E-mail', account.email + (account.demo ? ' (demo)' : '')],
        ['Status', account.status],
        ['Tariff', account.tariff],
        ['Time zone', account.timeZone],
        ['Balance', moneyText(account.balance)],
        ['Held', moneyText(account.held)],
        ['Spend cap', `${boundText(perHour)} an hour, ${boundText(perDay)} a day`],
        ['Created', utcText(account.createdAt)],
        ...services.map(({ id, name, status }) => [`Service ${id}`, `${name} (${status})`] as const),
      ]),
    }
  },
})

const close = operationCommand(
  accounts.closeAccount,
  {
    words: 'account close',
    operands: { account: 'ACCOUNT' },
    flags: ['giveUpMoney'],
    // The person at the keyboard is asked for it, or has said --yes.
    fixed: { email: '' },
    defaults: { giveUpMoney: false },
    more: { yes: flag('do not ask') },
    async adapt(input, { options, terminal, open }) {
      const { account } = input as typeof input & { account: number | string }
      const { id, email } = await findAccount(await open(), account)
      input.email = email
      const question = `Account ${id} (${email}) is closed for good: its keys end, its records are erased.`
      if (!options.yes) await confirm(terminal, 'account close', question)
    },
  },
  (_, { email }) => ({ json: { email, closed: true }, text: `Account ${email} is closed.` }),
)

const topUp = operationCommand(
  accounts.topUp,
  { words: 'account topup', operands: { account: 'ACCOUNT', amount: 'AMOUNT' } },
  async ({ amount, balance }, { account: id }, { store }) => ({
    json: { id, amount, balance },
    text: `Account ${id} got ${moneyText(amount)} ${(await store.installationSettings()).currency}; its balance is ${moneyText(balance)}.`,
  }),
)

const timeZone = operationCommand(accounts.setTimeZone, {
  words: 'account time-zone',
  operands: { account: 'ACCOUNT', timeZone: 'ZONE' },
})

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
  show,
  close,
  timeZone,
  real,
  statusCommand('block', 'blocked', 'Refuse every request of an account (error 1001)'),
  statusCommand('unblock', 'active', 'Let a blocked account work again'),
  topUp,
  listTopUps,
  reverse,
]

function accountJson({ phoneConfirmed: _, ...account }: AccountView) {
  return account
}
