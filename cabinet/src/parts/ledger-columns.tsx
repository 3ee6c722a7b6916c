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
  after: ['Balance with holds', 'Баланс с удержанным'],
})

/** The columns that the ledgers of the owner and of the operator share. */
export function useLedgerColumns(): readonly Column<LedgerLine>[] {
  const text = useTexts(texts)
  const formats = useFormats()
  return [
    {
      id: 'entry',
      title: text.entry,
      card: 'hidden',
      cell: ({ entry }) => <Text variant="hint">{entry}</Text>,
    },
    { title: text.time, card: 'second', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: text.kind, card: 'title', cell: ({ kind }) => text.kinds[kind] },
    {
      title: text.amount,
      align: 'right',
      card: 'corner',
      cell: ({ amount }) => (amount > 0 ? `+${formats.price(amount)}` : formats.price(amount)),
    },
    {
      id: 'after',
      title: text.after,
      align: 'right',
      cell: ({ balanceAfter }) => formats.money(balanceAfter),
    },
  ]
}
