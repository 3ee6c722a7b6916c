import type { DemoMode } from '../accounts/demo-mode.ts'
import { roubles, unitsPerRouble } from '../books/money.ts'
import { madeId } from '../storage/operation-records.ts'
import type { AccountRecord, AccountStatus, NewAccount } from '../storage/records.ts'
import type { Store } from '../storage/store.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

/** An upper limit, so that a zero too many is noticed before the money is booked. */
const maxTopUpUnits = 10_000_000 * unitsPerRouble
const maxNoteLength = 200

export interface TopUp {
  readonly accountId: number
  readonly amountUnits: number
  /** For the ledger, such as the number of an invoice; "" when there is none. */
  readonly note: string
}

/** Adds money to an account, once for each operation id. Returns the balance afterwards. */
export async function topUp(
  operating: Operating,
  { accountId, amountUnits, note: typed }: TopUp,
  operationId: string,
): Promise<number> {
  if (amountUnits <= 0 || amountUnits > maxTopUpUnits) {
    throw wrongField('amount', `above 0, at most ${roubles(maxTopUpUnits)}`)
  }
  const note = typed.trim()
  if (note.length > maxNoteLength) throw wrongField('note', `at most ${maxNoteLength} characters`)
  const balanceUnits = await operate(
    operating,
    async (at) => ({
      change: 'topUp',
      isIndependent: true,
      input: { accountId, amountUnits, note: note || 'by the operator', at },
      log: {
        kind: 'account-topped-up',
        facts: { account: accountId, amount: roubles(amountUnits), note },
      },
      history: { accountId, text: 'account topped up' },
    }),
    operationId,
  )
  if (balanceUnits === undefined) throw noAccount(accountId)
  return balanceUnits
}

/** Creates an account for a client. */
export async function createAccount(
  operating: Operating,
  account: Pick<NewAccount, 'email' | 'passwordHash' | 'tariff'>,
): Promise<AccountRecord> {
  const made = await operate(operating, async (at) => ({
    change: 'createAccount',
    input: { ...account, demo: false, phoneConfirmed: true, at },
    log: { kind: 'account-made', facts: { account: madeId } },
    history: { accountId: madeId, text: 'account created' },
  }))
  if (made === 'email-taken') {
    throw new OperationRefused('email-taken', `There is already an account of ${account.email}`)
  }
  if (made === 'no-such-tariff') throw noTariff(account.tariff)
  return made!
}

export async function setAccountStatus(
  operating: Operating,
  { accountId, status }: { readonly accountId: number; readonly status: AccountStatus },
): Promise<AccountRecord> {
  let account: AccountRecord | undefined
  await operate(operating, async (at) => {
    account = await knownAccount(operating.store, accountId)
    const isBlocked = status === 'blocked'
    return {
      change: 'setAccountStatus',
      input: { id: accountId, status, at },
      log: { kind: isBlocked ? 'account-blocked' : 'account-unblocked', facts: { account: accountId } },
      history: { accountId, text: `account ${accountId} ${isBlocked ? 'blocked' : 'unblocked'}` },
    }
  })
  return { ...account!, status }
}

/** Makes a demo account real: its play money is removed, and it calls over real trunks. */
export async function makeReal(operating: Operating, accountId: number): Promise<void> {
  const made = await operate(operating, async (at) => ({
    change: 'makeReal',
    input: { id: accountId, at },
    log: { kind: 'account-made-real', facts: { account: accountId } },
    history: { accountId, text: 'account made real' },
  }))
  if (made === 'no-demo') throw new OperationRefused('no-demo', `Account ${accountId} is no demo account`)
  if (made === 'calls-under-way') {
    const message = `Account ${accountId} has calls under way: try again in a minute`
    throw new OperationRefused('calls-under-way', message)
  }
}

/** Returns the tariff that the account had before. */
export async function setAccountTariff(
  operating: Operating,
  { accountId, tariff }: { readonly accountId: number; readonly tariff: string },
): Promise<string> {
  let from = ''
  await operate(operating, async (at) => {
    if (!(await operating.store.tariffs()).some(({ code }) => code === tariff)) throw noTariff(tariff)
    from = (await knownAccount(operating.store, accountId)).tariff
    if (from === tariff) return undefined
    return {
      change: 'setAccountTariff',
      input: { id: accountId, tariff, at },
      log: { kind: 'account-tariff', facts: { account: accountId, from, to: tariff } },
      history: { accountId, text: 'tariff changed' },
    }
  })
  return from
}

export async function setPhoneConfirmed(
  operating: Operating,
  { accountId, confirmed }: { readonly accountId: number; readonly confirmed: boolean },
): Promise<void> {
  await operate(operating, async (at) => {
    await knownAccount(operating.store, accountId)
    return {
      change: 'setPhoneConfirmed',
      input: { id: accountId, confirmed, at },
      log: { kind: 'account-phone', facts: { account: accountId, confirmed } },
      history: {
        accountId,
        text: `phone of account ${accountId} ${confirmed ? 'counts as confirmed' : 'is to be confirmed'}`,
      },
    }
  })
}

export interface Closing {
  readonly accountId: number
  /** The account's e-mail as typed, so that nobody closes the wrong account. */
  readonly email: string
  readonly givesUpMoney: boolean
  /** Random bytes: the keys of the account are replaced by this hash, which matches no key. */
  readonly deadKeyHash: Uint8Array
}

export interface ClosingOperating extends Operating {
  readonly demo: Pick<DemoMode, 'isOwn'>
}

/** The owner closes the account and gives up its money, in one transaction. */
export async function closeAccount(
  operating: ClosingOperating,
  { accountId, email, givesUpMoney, deadKeyHash }: Closing,
  operationId: string,
): Promise<void> {
  const closed = await operate(
    operating,
    async (at) => {
      const account = await knownAccount(operating.store, accountId)
      if (operating.demo.isOwn(account)) {
        throw new OperationRefused('demo-stays', 'the demo account of the first run cannot be closed')
      }
      if (email.trim().toLowerCase() !== account.email) {
        throw new OperationRefused('email-differs', 'this is not the e-mail of the account', {
          field: 'email',
        })
      }
      return {
        change: 'closeAccount',
        input: {
          accountId,
          deadKeyHash,
          givesUp: givesUpMoney
            ? {
                balanceUnits: account.balanceUnits,
                note: 'given up by the owner, who closed the account',
              }
            : null,
          at,
        },
        log: { kind: 'account-closed', facts: { account: accountId } },
      }
    },
    operationId,
  )
  if (closed === 'calls-under-way') {
    throw new OperationRefused('calls-under-way', 'wait until the calls have ended')
  }
  if (closed === 'balance-changed') {
    throw new OperationRefused('balance-changed', 'look at the balance again')
  }
  if (closed === 'has-money') throw new OperationRefused('has-money', 'there is money on the account')
}

export async function knownAccount(store: Store, id: number): Promise<AccountRecord> {
  const account = await store.account(id)
  if (account === undefined) throw noAccount(id)
  return account
}

const noAccount = (id: number) => new OperationRefused('no-account', `There is no account ${id}`)
const noTariff = (code: string) =>
  new OperationRefused('no-tariff', `There is no tariff "${code}"`, {
    field: 'tariff',
    expected: 'the code of a tariff',
  })
