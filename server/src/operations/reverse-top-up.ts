import { roubles } from '../books/money.ts'
import { type Operating, operate } from './operate.ts'
import { OperationRefused, wrongField } from './operation-refused.ts'

const maxReasonLength = 200

export interface Reversal {
  readonly accountId: number
  /** The number of the top-up in the ledger. */
  readonly entry: number
  /** For the ledger; the owner sees it. */
  readonly reason: string
  /** Whether the balance may fall below zero, because the money was spent. */
  readonly allowsDebt: boolean
}

/**
 * Takes a mistaken top-up back by an entry of its own, the whole amount and only once. When part of the money is spent
 * or held, the operator has to allow a negative balance: calls are then refused (1002) until the account is topped up.
 * Calls in progress keep their holds. Returns the balance afterwards.
 */
export async function reverseTopUp(
  operating: Operating,
  { accountId, entry, reason, allowsDebt }: Reversal,
  operationId: string,
): Promise<number> {
  const note = reason.trim()
  if (note === '' || note.length > maxReasonLength) {
    throw wrongField('reason', `a text of 1 to ${maxReasonLength} characters`)
  }
  const result = await operate(
    operating,
    async (at) => {
      const page = { accountId, afterEntry: entry - 1, limit: 1 }
      const topUp = (await operating.store.ledger(page)).find((each) => each.entry === entry)
      const amount = roubles(topUp?.amountUnits ?? 0)
      return {
        change: 'reverseTopUp',
        isIndependent: true,
        input: { accountId, entry, note, allowsDebt, at },
        log: { kind: 'top-up-reversed', facts: { account: accountId, entry, amount, note } },
        history: { accountId, text: 'top-up reversed' },
      }
    },
    operationId,
  )
  switch (result) {
    case 'no-top-up':
      throw new OperationRefused('no-top-up', `Entry ${entry} of account ${accountId} is no top-up`)
    case 'reversed-already':
      throw new OperationRefused('reversed-already', `Entry ${entry} was reversed already`)
    case 'money-spent':
      throw new OperationRefused(
        'money-spent',
        'Part of the money is spent or held: the balance would fall below zero',
      )
    default:
      return result!
  }
}
