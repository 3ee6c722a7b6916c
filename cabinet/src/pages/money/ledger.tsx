import { Group, Stack } from '@mantine/core'
import { addressOf, read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
import { ClosedMonths } from '../../parts/closed-months.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { choicesOf, Filters } from '../../parts/filters.tsx'
import { useLedgerColumns } from '../../parts/ledger-columns.tsx'
import { usePageLength } from '../../parts/page-length.ts'
import { periodIn } from '../../parts/period.ts'
import { ReversibleNote } from '../../parts/reversible-note.tsx'
import { useTimed } from '../../parts/use-timed.ts'
import { moneyTexts } from './texts.ts'

/** Every ledger entry, newest first. The filter is part of the address, so a link shows the same entries. */
export function Ledger() {
  const text = useTexts(moneyTexts)
  const [search] = useAddressQuery()
  const timed = useTimed()
  const query = { kind: search.get('kind'), vendorId: search.get('vendorId'), ...periodIn(search) }
  const limit = usePageLength()
  const columns = useLedgerColumns()
  const list = usePages(
    ['ledger'],
    { ...query, limit },
    (asked) => read('/money/ledger', timed(asked)),
    text.more,
  )
  return (
    <Stack gap="sm">
      <Group gap="xs" justify="space-between">
        <Filters
          filters={[
            { name: 'kind', label: text.kind, choices: choicesOf(text.kinds) },
            { name: 'vendorId', label: text.vendorId, isTyped: 'number' },
          ]}
          period={{}}
        />
        <DownloadButton href={addressOf('/money/ledger.csv', timed(query))} download="ringkey-ledger.csv">
          {text.csv}
        </DownloadButton>
      </Group>
      <DataTable
        label={text.ledger}
        name="ledger"
        {...list}
        keyOf={({ entry }) => entry}
        expectedRows={10}
        empty={<EmptyState title={text.none}>{text.noneHint}</EmptyState>}
        columns={[
          ...columns,
          {
            id: 'note',
            title: text.note,
            card: 'bare',
            cell: (line) => {
              const { vendorId, note } = line
              if (vendorId === null) return <ReversibleNote note={note} line={line} />
              const mode = text.modes[note as keyof typeof text.modes]
              return (
                <DetailLink id={vendorId} isRow>
                  {vendorId}
                  {mode !== undefined && `, ${mode}`}
                </DetailLink>
              )
            },
          },
        ]}
      />
      <ClosedMonths until={list.pages.data?.pages[0]?.archivedUntil} />
    </Stack>
  )
}
