import { Text } from '@mantine/core'
import type { AccountLine, OperatorLedgerView } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { CarryForward } from '../../parts/carry-forward.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ReversibleNote } from '../../parts/reversible-note.tsx'
import { Section } from '../../parts/section.tsx'
import { ReverseTopUp } from './reverse-top-up.tsx'
import { accountsTexts } from './texts.ts'

/** The money of an account, newest first. */
export function Ledger({ account }: { readonly account: AccountLine }) {
  const accountId = account.id
  const text = useTexts(accountsTexts)
  const formats = useFormats()
  const pages = useInfiniteQuery({
    queryKey: ['operator', 'ledger', accountId],
    queryFn: ({ pageParam }) =>
      read<OperatorLedgerView>(`/operator/accounts/${accountId}/ledger`, { before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <Section title={text.ledger}>
      <DataTable
        label={text.ledger}
        rows={pages.data?.pages.flatMap(({ items }) => items)}
        keyOf={({ entry }) => entry}
        empty={<Text size="sm">{text.noEntries}</Text>}
        error={pages.error}
        pages={{ ...pages, label: text.more }}
        name="account-ledger"
        columns={[
          { id: 'entry', title: text.entry, card: 'hidden', cell: ({ entry }) => formats.number(entry) },
          { title: text.time, card: 'second', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { title: text.kind, card: 'title', cell: ({ kind }) => text.kinds[kind] },
          {
            id: 'note',
            title: text.noteColumn,
            card: 'bare',
            cell: (line) =>
              line.summed > 0 ? (
                <CarryForward at={line.createdAt} summed={line.summed} />
              ) : (
                <ReversibleNote note={line.note || String(line.vendorId ?? '')} line={line} />
              ),
          },
          { title: text.sum, align: 'right', card: 'corner', cell: ({ amount }) => formats.price(amount) },
          {
            id: 'after',
            title: text.after,
            align: 'right',
            cell: ({ balanceAfter }) => formats.money(balanceAfter),
          },
          {
            title: '',
            align: 'right',
            cell: (line) =>
              line.kind === 'top-up' && line.reversedBy === null ? (
                <ReverseTopUp account={account} line={line} />
              ) : null,
          },
        ]}
      />
    </Section>
  )
}
