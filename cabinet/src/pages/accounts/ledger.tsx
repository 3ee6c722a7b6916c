import { Text } from '@mantine/core'
import type { AccountLine } from '@ringkey/server/cabinet-api'
import { read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useTexts } from '../../language/language.tsx'
import { ClosedMonths } from '../../parts/closed-months.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { useLedgerColumns } from '../../parts/ledger-columns.tsx'
import { ReversibleNote } from '../../parts/reversible-note.tsx'
import { Section } from '../../parts/section.tsx'
import { ReverseTopUp } from './reverse-top-up.tsx'
import { accountsTexts } from './texts.ts'

/** The money of an account, newest first. */
export function Ledger({ account }: { readonly account: AccountLine }) {
  const text = useTexts(accountsTexts)
  const columns = useLedgerColumns()
  const list = usePages(
    ['operator', 'ledger', account.id],
    {},
    (asked) => read('/operator/accounts/:id/ledger', { id: account.id, ...asked }),
    text.more,
  )
  return (
    <Section title={text.ledger}>
      <DataTable
        label={text.ledger}
        {...list}
        keyOf={({ entry }) => entry}
        empty={<Text size="sm">{text.noEntries}</Text>}
        name="account-ledger"
        columns={[
          ...columns,
          {
            id: 'note',
            title: text.noteColumn,
            card: 'bare',
            cell: (line) => {
              const { vendorId, note } = line
              if (vendorId === null) return <ReversibleNote note={note} line={line} />
              return (
                <DetailLink id={vendorId} isRow>
                  {vendorId}
                </DetailLink>
              )
            },
          },
        ]}
        actions={(line) =>
          line.kind === 'top-up' && line.reversedBy === null ? (
            <ReverseTopUp account={account} line={line} />
          ) : null
        }
      />
      <ClosedMonths until={list.pages.data?.pages[0]?.archivedUntil} />
    </Section>
  )
}
