import { Type } from 'typebox'
import { roubles, unitsPerRouble } from '../books/money.ts'
import { defaultTariff } from '../books/tariff.ts'
import { randomWord } from '../platform/random.ts'
import { isTimeZone } from '../platform/time-zone.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import * as accounts from '../storage/queries/accounts.ts'
import { type AccountRecord, reverseTopUp as reverse } from '../storage/queries/accounts.ts'
import { closeAccount as close } from '../storage/queries/closing.ts'
import { foreignCurrency } from '../storage/queries/installation.ts'
import { addToTotal } from '../storage/queries/money-totals.ts'
import { id, knownAccount, moneyText, noTariff, textIn, unitsIn } from './fields.ts'
import { type FullContext, type OperationContext, operation } from './operation.ts'
import { tariffCode } from './tariffs.ts'
import { after, money } from './wording.ts'

const zoneExpected = 'a time zone such as Europe/Berlin'
const timeZone = Type.String({
  maxLength: 64,
  description: 'IANA name of the zone whose days and months its pages, statements and CSV files have',
  expected: zoneExpected,
})

/** An upper limit, so that a zero too many is noticed before the money is booked. */
export const maxTopUpUnits = 10_000_000 * unitsPerRouble
const maxNoteLength = 200
const passwordLength = 16

export const createAccount = operation({
  name: 'account.create',
  about: 'Create an account; its first password is shown once',
  log: ({ account }: { account: number }) => [`account ${account} made`, `создан аккаунт ${account}`],
  api: { scope: 'accounts', path: '/accounts' },
  id: 'may',
  input: Type.Object({
    email: Type.String({
      pattern: '^[^\\s@<>,;"]+@[^\\s@.<>,;"]+(\\.[^\\s@.<>,;"]+)+$',
      maxLength: 254,
      expected: 'an e-mail address such as ann@example.com',
    }),
    tariff: Type.Optional(
      Type.Intersect([tariffCode], { description: `${defaultTariff.code} when not given` }),
    ),
    timeZone: Type.Optional(timeZone),
    noPassword: Type.Optional(Type.Boolean({ description: 'the owner cannot sign in' })),
  }),
  async prepare(making: OperationContext & Pick<FullContext, 'random' | 'passwords'>, input) {
    const { email, tariff = defaultTariff.code, timeZone, noPassword } = input
    requireZone(timeZone)
    const password = noPassword ? '' : randomWord(making.random, passwordLength)
    const passwordHash = password === '' ? '' : await making.passwords.hash(password)
    return { email: email.toLowerCase(), tariff, timeZone, password, passwordHash }
  },
  async run({ sql, at, log }, { email, tariff, timeZone, passwordHash }) {
    const account = { email, tariff, passwordHash, timeZone, demo: false, phoneConfirmed: true, at }
    const made = await accounts.createAccount(sql, account)
    if (made === 'email-taken')
      throw new OperationRefused('email-taken', `There is already an account of ${email}`)
    if (made === 'no-such-tariff') throw noTariff(tariff)
    log({ account: made.id }, made.id)
    return accountView(made)
  },
  shown: (_, { password }): { password?: string } => (password === '' ? {} : { password }),
})

export interface TopUp {
  readonly account: number
  readonly amount?: number
  readonly currency?: string
  readonly note?: string
}

export const topUp = operation({
  name: 'account.top-up',
  about: 'Add money to an account',
  log: ({ account, amount, currency, note }: TopUp) => {
    const [en, ru] = money(amount, currency, [' by ', ' на '])
    return [
      `account ${account} topped up${en}${after(note)}`,
      `счёт аккаунта ${account} пополнен${ru}${after(note)}`,
    ]
  },
  api: { scope: 'money', path: '/accounts/:account/top-up' },
  isIndependent: true,
  id: 'must',
  needsProof: true,
  input: Type.Object({
    account: id,
    amount: Type.String(moneyText),
    note: Type.Optional(
      Type.String({ maxLength: 400, description: 'for the ledger, such as the number of an invoice' }),
    ),
  }),
  async run({ sql, ledger, at, log, history }, input) {
    const amountUnits = unitsIn('amount', input.amount)
    if (amountUnits <= 0 || amountUnits > maxTopUpUnits)
      throw wrongField('amount', `above 0, at most ${roubles(maxTopUpUnits)}`)
    const note = textIn('note', input.note ?? '', maxNoteLength)
    if ((await ledger.moneyOf(input.account)) === undefined)
      throw new OperationRefused('no-account', `There is no account ${input.account}`)
    const entry = { accountId: input.account, kind: 'top-up', amountUnits, at } as const
    const { balanceUnits } = await ledger.post({ ...entry, note: note || 'by the operator' })
    await addToTotal(sql, 'topped_up', amountUnits)
    log({ account: input.account, amount: roubles(amountUnits), ...(await foreignCurrency(sql)), note })
    history(input.account, { account: input.account })
    return { amount: roubles(amountUnits), balance: roubles(balanceUnits) }
  },
})

export interface Reversal {
  readonly account: number
  readonly entry: number
  readonly amount?: number
  readonly currency?: string
  readonly note?: string
}

/**
 * By an entry of its own, the whole amount and only once. When part of the money is spent or held, the operator has to
 * allow a negative balance: calls are then refused (1002) until the account is topped up. Calls in progress keep their
 * holds.
 */
export const reverseTopUp = operation({
  name: 'account.reverse-top-up',
  about: 'Take a mistaken top-up back, by an entry of its own with a reason',
  log: ({ account, entry, amount, currency, note }: Reversal) => {
    const [en, ru] = money(amount, currency, [' of ', ' на '])
    return [
      `top-up${en} to account ${account} reversed (entry ${entry})${after(note)}`,
      `отменено пополнение${ru} аккаунта ${account} (запись ${entry})${after(note)}`,
    ]
  },
  api: { scope: 'money', path: '/accounts/:account/ledger/:entry/reverse' },
  isIndependent: true,
  id: 'must',
  needsProof: true,
  input: Type.Object({
    account: id,
    entry: id,
    reason: Type.String({ maxLength: 400, description: 'for the ledger; the owner sees it' }),
    allowDebt: Type.Optional(
      Type.Boolean({ description: 'also when part of the money is spent: the balance falls below zero' }),
    ),
  }),
  async run({ sql, ledger, at, log, history }, input) {
    const { account, entry } = input
    const note = textIn('reason', input.reason, maxNoteLength, 1)
    const [topUp] = await accounts.ledger(sql, { accountId: account, afterEntry: entry - 1, limit: 1 })
    const reversal = { accountId: account, entry, note, allowsDebt: input.allowDebt === true, at }
    const balanceUnits = await reverse(sql, reversal, ledger)
    if (typeof balanceUnits === 'string')
      throw new OperationRefused(balanceUnits, refusals[balanceUnits](input))
    log({ account, entry, amount: roubles(topUp!.amountUnits), ...(await foreignCurrency(sql)), note })
    history(account, { account, entry })
    return { balance: roubles(balanceUnits) }
  },
})

const refusals = {
  'no-top-up': ({ account, entry }: { account: number; entry: number }) =>
    `Entry ${entry} of account ${account} is no top-up`,
  'reversed-already': ({ entry }: { entry: number }) => `Entry ${entry} was reversed already`,
  'money-spent': () => 'Part of the money is spent or held: the balance would fall below zero',
}

export const setAccountStatus = operation({
  name: 'account.status',
  about: 'Refuse every request of an account (error 1001), or let it work again',
  log: ({ account, status }: { account: number; status: 'active' | 'blocked' }) =>
    status === 'blocked'
      ? [`account ${account} blocked`, `аккаунт ${account} заблокирован`]
      : [`account ${account} unblocked`, `аккаунт ${account} разблокирован`],
  api: { scope: 'accounts', path: '/accounts/:account/status' },
  input: Type.Object({ account: id, status: Type.Enum(['active', 'blocked']) }),
  async run(tx, { account: id, status }) {
    const account = await knownAccount(tx, id)
    if (account.status !== status) {
      await accounts.changeAccount(tx.sql, { id, status, at: tx.at })
      tx.log({ account: id, status }, id)
    }
    return accountView({ ...account, status })
  },
})

export const makeReal = operation({
  name: 'account.make-real',
  about: 'Make a demo account real: its play money is taken back, and it calls over your trunks',
  log: ({ account }: { account: number }) => [
    `account ${account} made real, its play money removed`,
    `аккаунт ${account} переведён из демо в рабочие, демо-деньги списаны`,
  ],
  api: { scope: 'accounts', path: '/accounts/:account/make-real' },
  needsProof: true,
  input: Type.Object({ account: id }),
  async run(tx, { account: id }) {
    const made = await accounts.makeReal(tx.sql, { id, at: tx.at }, tx.ledger)
    if (made === 'no-demo') throw new OperationRefused(made, `Account ${id} is no demo account`)
    if (made === 'calls-under-way')
      throw new OperationRefused(made, `Account ${id} has calls under way: try again in a minute`)
    tx.log({ account: id }, id)
    // Its play money went with an entry of this transaction, which the row does not show yet.
    return accountView({ ...(await accounts.account(tx.sql, id))!, balanceUnits: 0, heldUnits: 0 })
  },
})

export const setAccountTariff = operation({
  name: 'account.tariff',
  about: 'Put an account on a tariff',
  log: ({ account, from, to }: { account: number; from?: string; to?: string }) => [
    `tariff of account ${account} changed${from === undefined ? '' : ` from ${from} to ${to}`}`,
    `тариф аккаунта ${account} изменён${from === undefined ? '' : `: был ${from}, стал ${to}`}`,
  ],
  api: { scope: 'money', path: '/accounts/:account/tariff' },
  needsProof: true,
  input: Type.Object({ account: id, tariff: tariffCode }),
  async run(tx, { account: id, tariff }) {
    const { tariff: previous } = await knownAccount(tx, id)
    if (previous === tariff) return { previous }
    if (!(await accounts.hasTariff(tx.sql, tariff))) throw noTariff(tariff)
    await accounts.changeAccount(tx.sql, { id, tariff, at: tx.at })
    tx.log({ account: id, from: previous, to: tariff })
    tx.history(id, { account: id })
    return { previous }
  },
})

export const setPhoneConfirmed = operation({
  name: 'account.phone-confirmed',
  about: 'Say whether the phone of the owner counts as confirmed',
  log: ({ account, confirmed }: { account: number; confirmed: boolean }) => [
    `phone of account ${account} ${confirmed ? 'counts as confirmed' : 'is to be confirmed'}`,
    `телефон аккаунта ${account} ${confirmed ? 'считается подтверждённым' : 'нужно подтвердить'}`,
  ],
  api: { scope: 'accounts', path: '/accounts/:account/phone-confirmed' },
  input: Type.Object({ account: id, confirmed: Type.Boolean() }),
  async run(tx, { account: id, confirmed }) {
    await knownAccount(tx, id)
    await accounts.changeAccount(tx.sql, { id, phoneConfirmed: confirmed, at: tx.at })
    tx.log({ account: id, confirmed }, id)
  },
})

export const setTimeZone = operation({
  name: 'account.time-zone',
  about:
    'Set the time zone of an account: its days and months begin by it, on pages, statements and CSV files',
  log: ({ account, from, to }: { account: number; from: string; to: string }) => [
    `time zone of account ${account} changed from ${from} to ${to}`,
    `часовой пояс аккаунта ${account} изменён: был ${from}, стал ${to}`,
  ],
  by: 'change-account',
  api: { scope: 'accounts', path: '/account/time-zone' },
  input: Type.Object({ timeZone }),
  async run(tx, { timeZone }) {
    requireZone(timeZone)
    const { id, timeZone: from } = await knownAccount(tx, tx.accountId ?? 0)
    const facts = { account: id, from, to: timeZone }
    if (timeZone === from) return facts
    await accounts.changeAccount(tx.sql, { id, timeZone, at: tx.at })
    return tx.log(facts, id)
  },
})

function requireZone(name: string | undefined): void {
  if (name !== undefined && !isTimeZone(name)) throw wrongField('timeZone', zoneExpected)
}

/** The owner closes the account and gives up its money, in one transaction. */
export const closeAccount = operation({
  name: 'account.close',
  about: 'Close the account: its keys end at once, its records are erased',
  log: ({ account }: { account: number }) => [`account ${account} closed`, `аккаунт ${account} закрыт`],
  by: 'change-account',
  api: { scope: 'dangerous', path: '/account/close' },
  id: 'may',
  input: Type.Object({
    email: Type.String({
      maxLength: 254,
      description: 'of the account, so that nobody closes the wrong account',
    }),
    giveUpMoney: Type.Boolean({ description: 'the money on the account is lost' }),
  }),
  // The keys of the account are replaced by a hash that matches no key.
  async prepare(closing: OperationContext & Pick<FullContext, 'random' | 'demo'>, input) {
    const account = await closing.store.account(closing.accountId ?? 0)
    if (account !== undefined && closing.demo.isOwn(account))
      throw new OperationRefused('demo-stays', 'the demo account of the first run cannot be closed')
    return { ...input, deadKeyHash: closing.random.bytes(32) }
  },
  async run(tx, { email, giveUpMoney, deadKeyHash }) {
    const { sql, at, ledger } = tx
    const account = await knownAccount(tx, tx.accountId ?? 0)
    if (email.trim().toLowerCase() !== account.email)
      throw new OperationRefused('email-differs', 'this is not the e-mail of the account', { field: 'email' })
    const note = 'given up by the owner, who closed the account'
    const givesUp = giveUpMoney ? { balanceUnits: account.balanceUnits, note } : null
    const closed = await close(sql, { accountId: account.id, deadKeyHash, givesUp, at }, ledger)
    if (closed !== 'done') throw new OperationRefused(closed, closings[closed])
    tx.log({ account: account.id })
  },
})

const closings = {
  'calls-under-way': 'wait until the calls have ended',
  'balance-changed': 'look at the balance again',
  'has-money': 'there is money on the account',
  'newer-schema': 'the database was made by a newer Ringkey: start that version to erase an account',
}

export function accountView(account: AccountRecord) {
  const { id, email, status, tariff, timeZone, demo, phoneConfirmed, createdAt } = account
  const [balance, held] = [roubles(account.balanceUnits), roubles(account.heldUnits)]
  return { id, email, status, tariff, timeZone, demo, phoneConfirmed, balance, held, createdAt }
}
