import { hashPassword } from '../../accounts/password.ts'
import { makeReal } from '../../accounts/play-money.ts'
import { roubles } from '../../books/money.ts'
import { defaultTariff } from '../../books/tariff.ts'
import { randomWord } from '../../platform/random.ts'
import type { AccountRecord, AccountStatus } from '../../storage/records.ts'
import { fields, table } from '../columns.ts'
import { defineCommand, flag, one, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { findAccount } from '../finding.ts'
import { accountName, email, positiveMoney, tariffCode, text } from '../readings.ts'
import { isoTime, roublesText, timeText } from '../wording.ts'

const passwordLength = 16

const create = defineCommand({
  words: 'account create',
  summary: 'Make an account; its first password is shown once',
  operands: { email: operand('EMAIL', email) },
  options: {
    tariff: one('CODE', `the tariff (${defaultTariff.code} when not given)`, tariffCode),
    'no-password': flag('the owner cannot sign in'),
  },
  begins: true,
  async run({ operands, options, open, terminal }) {
    const desk = await open()
    const tariff = options.tariff ?? defaultTariff.code
    const password = options['no-password'] ? '' : randomWord(terminal.random, passwordLength)
    const made = await desk.store.createAccount({
      email: operands.email,
      passwordHash: password === '' ? '' : await hashPassword(password, terminal.random),
      tariff,
      demo: false,
      phoneConfirmed: true,
      at: desk.now(),
    })
    if (made === 'email-taken') throw new CommandFailed(`There is already an account of ${operands.email}`)
    if (made === 'no-such-tariff')
      throw new CommandFailed(`There is no tariff "${tariff}": see ringkey tariff list`)
    await desk.note(made.id, 'account created')
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
  options: { note: one('TEXT', 'for the ledger, such as the number of an invoice', text()) },
  async run({ operands, options, open }) {
    const desk = await open()
    const { id } = await findAccount(desk, operands.account)
    const amountUnits = operands.amount
    const balanceUnits = await desk.store.topUp({
      accountId: id,
      amountUnits,
      note: options.note ?? 'by the operator',
      at: desk.now(),
    })
    await desk.note(id, 'account topped up')
    return {
      json: { id, amount: roubles(amountUnits), balance: roubles(balanceUnits!) },
      text: `Account ${id} got ${roublesText(amountUnits)} roubles; its balance is ${roublesText(balanceUnits!)}.`,
    }
  },
})

const real = defineCommand({
  words: 'account make-real',
  summary: 'Make a demo account real: its play money is taken back, and it calls over your trunks',
  operands: { account: operand('ACCOUNT', accountName) },
  options: {},
  async run({ operands, open }) {
    const desk = await open()
    const account = await findAccount(desk, operands.account)
    const { id, email: address } = account
    const done = await makeReal(desk.store, account, desk.now())
    if (done === 'no-demo') throw new CommandFailed(`Account ${id} (${address}) is no demo account`)
    if (done === 'calls-under-way')
      throw new CommandFailed(`Account ${id} has calls under way: try again in a minute`)
    await desk.note(id, 'account made real')
    return {
      json: accountJson((await desk.store.account(id))!),
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
      const desk = await open()
      const account = await findAccount(desk, operands.account)
      await desk.store.setAccountStatus({ id: account.id, status, at: desk.now() })
      await desk.note(account.id, `account ${verb}ed`)
      return {
        json: accountJson({ ...account, status }),
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
