import { roubles, roublesText } from '../../books/money.ts'
import { defaultTariff } from '../../books/tariff.ts'
import { topUp as addMoney, createAccount, makeReal, setAccountStatus } from '../../operations/accounts.ts'
import { randomWord } from '../../platform/random.ts'
import type { AccountRecord, AccountStatus } from '../../storage/records.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import { findAccount } from '../finding.ts'
import { once, operationOption } from '../once.ts'
import { accountName, email, positiveMoney, tariffCode, text } from '../readings.ts'
import { isoTime, timeText } from '../wording.ts'

const passwordLength = 16

const create = defineCommand({
  words: 'account create',
  summary: 'Create an account; its first password is shown once',
  operands: { email: operand('EMAIL', email) },
  options: {
    tariff: one('CODE', `the tariff (${defaultTariff.code} when not given)`, tariffCode),
    'no-password': flag('the owner cannot sign in'),
  },
  begins: true,
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const tariff = options.tariff ?? defaultTariff.code
    const password = options['no-password'] ? '' : randomWord(terminal.random, passwordLength)
    const made = await createAccount(context, {
      email: operands.email,
      passwordHash: password === '' ? '' : await terminal.passwords.hash(password),
      tariff,
    })
    return {
      json: { ...accountJson(made), ...(password === '' ? {} : { password }) },
      text: fields([
        ['Account', made.id],
        ['E-mail', made.email],
        ...(password === '' ? [] : [['Password', `${password} (shown only now)`] as const]),
        ['Next', `ringkey service create ${made.id} --name NAME; ringkey account topup ${made.id} ROUBLES`],
      ]),
    }
  },
})

const list = defineCommand({
  words: 'account list',
  summary: 'Show all accounts with their balance',
  operands: {},
  options: {},
  async run({ open }) {
    const accounts = await (await open()).store.accounts()
    const rows = accounts.map((account) => [
      account.id,
      account.email + (account.demo ? ' (demo)' : ''),
      account.status,
      account.tariff,
      roublesText(account.balanceUnits),
      roublesText(account.heldUnits),
      timeText(account.createdAt),
    ])
    return {
      json: accounts.map(accountJson),
      text: table(
        ['ID', 'E-MAIL', 'STATUS', 'TARIFF', 'BALANCE', 'HELD', 'CREATED (UTC)'],
        rows,
        'There is no account yet: ringkey account create EMAIL',
      ),
    }
  },
})

const topUp = defineCommand({
  words: 'account topup',
  summary: 'Add money to an account',
  operands: { account: operand('ACCOUNT', accountName), amount: operand('ROUBLES', positiveMoney) },
  options: {
    note: one('TEXT', 'for the ledger, such as the number of an invoice', text()),
    operation: operationOption,
  },
  async run({ operands, options, open, terminal }) {
    const context = await open()
    const { id } = await findAccount(context, operands.account)
    const amountUnits = operands.amount
    const change = { accountId: id, amountUnits, note: options.note ?? '' }
    const balanceUnits = await once(terminal, options.operation, (operationId) =>
      addMoney(context, change, operationId),
    )
    return {
      json: { id, amount: roubles(amountUnits), balance: roubles(balanceUnits) },
      text: `Account ${id} got ${roublesText(amountUnits)} roubles; its balance is ${roublesText(balanceUnits)}.`,
    }
  },
})

const real = defineCommand({
  words: 'account make-real',
  summary: 'Make a demo account real: its play money is taken back, and it calls over your trunks',
  operands: { account: operand('ACCOUNT', accountName) },
  options: {},
  async run({ operands, open }) {
    const context = await open()
    const { id, email: address } = await findAccount(context, operands.account)
    await makeReal(context, id)
    return {
      json: accountJson((await context.store.account(id))!),
      text: `Account ${id} (${address}) is real now. Its play money was taken back: ringkey account topup ${id} ROUBLES`,
    }
  },
})

export const accountCommands = [
  create,
  list,
  real,
  statusCommand('block', 'blocked', 'Refuse every request of an account (error 1001)'),
  statusCommand('unblock', 'active', 'Let a blocked account work again'),
  topUp,
]

function statusCommand(verb: string, status: AccountStatus, summary: string) {
  return defineCommand({
    words: `account ${verb}`,
    summary,
    operands: { account: operand('ACCOUNT', accountName) },
    options: {},
    async run({ operands, open }) {
      const context = await open()
      const { id } = await findAccount(context, operands.account)
      const account = await setAccountStatus(context, { accountId: id, status })
      return {
        json: accountJson(account),
        text: `Account ${account.id} (${account.email}) is ${status}.`,
      }
    },
  })
}

function accountJson(account: AccountRecord) {
  return {
    id: account.id,
    email: account.email,
    status: account.status,
    tariff: account.tariff,
    demo: account.demo,
    balance: roubles(account.balanceUnits),
    held: roubles(account.heldUnits),
    created: isoTime(account.createdAt),
  }
}
