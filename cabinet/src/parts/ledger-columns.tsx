import { Text } from '@mantine/core'
import type { LedgerLine } from '@ringkey/server/cabinet-api'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { terms } from '../language/terms.ts'
import type { Column } from './data-table.tsx'
import { Moment } from './moment.tsx'

const texts = {
  en: {
    entry: '№',
    time: 'Time',
    kind: 'Kind',
    kinds: terms.en.entryKinds,
    amount: 'Amount',
    held: 'Held',
    fromHold: 'from held money',
    after: 'Balance',
  },
  ru: {
    entry: '№',
    time: 'Время',
    kind: 'Вид',
    kinds: terms.ru.entryKinds,
    amount: 'Сумма',
    held: 'Удержано',
    fromHold: 'из удержанного',
    after: 'Баланс',
  },
}

/** The columns that the ledgers of the owner and of the operator share. */
export function useLedgerColumns(): readonly Column<LedgerLine>[] {
  const text = useTexts(texts)
  const formats = useFormats()
  const signed = (sum: number) => (sum > 0 ? `+${formats.price(sum)}` : sum === 0 ? null : formats.price(sum))
  return [
    {
      id: 'entry',
      title: text.entry,
      card: 'hidden',
      cell: ({ entry }) => (
        <Text size="sm" c="dimmed">
          {entry}
        </Text>
      ),
    },
    { title: text.time, card: 'second', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { title: text.kind, card: 'title', cell: ({ kind }) => text.kinds[kind] },
    {
      title: text.amount,
      align: 'right',
      card: 'corner',
      // A capture does not change the balance: its price was taken when it was held.
      cell: ({ amount, kind }) =>
        kind === 'capture' ? (
          <Text size="sm" c="dimmed">
            {text.fromHold}
          </Text>
        ) : (
          signed(amount)
        ),
    },
    {
      id: 'held',
      title: text.held,
      align: 'right',
      cell: ({ held }) =>
        held === 0 ? null : (
          <Text size="sm" c="dimmed">
            {signed(held)}
          </Text>
        ),
    },
    {
      id: 'after',
      title: text.after,
      align: 'right',
      cell: ({ balanceAfter }) => formats.money(balanceAfter),
    },
  ]
}
