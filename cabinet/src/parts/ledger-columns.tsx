import { Text } from '@mantine/core'
import type { LedgerLine } from '@ringkey/server/cabinet-api'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { terms, withCommon } from '../language/terms.ts'
import type { Column } from './data-table.tsx'
import { Moment } from './moment.tsx'

const texts = withCommon({
  entry: ['№', '№'],
  kinds: [terms.en.entryKinds, terms.ru.entryKinds],
  amount: ['Amount', 'Сумма'],
  fromHold: ['from held money', 'из удержанного'],
  after: ['Balance', 'Баланс'],
})

/**
 * The columns that the ledgers of the owner and of the operator share. Where a call has one row, its amount is what the
 * call cost, and there is no balance: the money was taken from it when the call began.
 */
export function useLedgerColumns({ isOneRowACall = false } = {}): readonly Column<LedgerLine>[] {
  const text = useTexts(texts)
  const formats = useFormats()
  const signed = (sum: number) => (sum > 0 ? `+${formats.price(sum)}` : sum === 0 ? null : formats.price(sum))
  const time = {
    title: text.time,
    card: 'second',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  } as const satisfies Column<LedgerLine>
  const kind = {
    title: text.kind,
    card: 'title',
    cell: ({ kind }) => text.kinds[kind],
  } as const satisfies Column<LedgerLine>
  if (isOneRowACall) {
    const sum: Column<LedgerLine> = {
      title: text.amount,
      align: 'right',
      card: 'corner',
      cell: ({ amount, held }) => signed(amount + held) ?? formats.price(0),
    }
    return [time, kind, sum]
  }
  return [
    {
      id: 'entry',
      title: text.entry,
      card: 'hidden',
      cell: ({ entry }) => <Text variant="hint">{entry}</Text>,
    },
    time,
    kind,
    {
      title: text.amount,
      align: 'right',
      card: 'corner',
      // A capture does not change the balance: its price was taken when it was held.
      cell: ({ amount, kind }) =>
        kind === 'capture' ? <Text variant="hint">{text.fromHold}</Text> : signed(amount),
    },
    {
      id: 'held',
      title: text.held,
      align: 'right',
      cell: ({ held }) => (held === 0 ? null : <Text variant="hint">{signed(held)}</Text>),
    },
    {
      id: 'after',
      title: text.after,
      align: 'right',
      cell: ({ balanceAfter }) => formats.money(balanceAfter),
    },
  ]
}
