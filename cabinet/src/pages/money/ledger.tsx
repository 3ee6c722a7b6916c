import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { addressOf, read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
import { startOfDay } from '../../language/time-zone.ts'
import { useTimeZone } from '../../language/use-time-zone.ts'
import { bindText } from '../../parts/bind.ts'
import { ClosedMonths } from '../../parts/closed-months.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useLedgerColumns } from '../../parts/ledger-columns.tsx'
import { usePageLength } from '../../parts/page-length.ts'
import { ReversibleNote } from '../../parts/reversible-note.tsx'
import { moneyTexts } from './texts.ts'

const kinds = ['all', 'top-up', 'reversal', 'capture', 'release', 'charge'] as const
const typingMs = 300

/** Every ledger entry, newest first. The filter is part of the address, so a link shows the same entries. */
export function Ledger() {
  const text = useTexts(moneyTexts)
  const [search, change] = useAddressQuery()
  const [settled] = useDebouncedValue(search.toString(), typingMs)
  const query = ledgerQuery(new URLSearchParams(settled), useTimeZone())
  const limit = usePageLength()
  const columns = useLedgerColumns()
  const list = usePages(['ledger'], { ...query, limit }, (asked) => read('/money/ledger', asked), text.more)
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <Select
          label={text.kind}
          w={210}
          data={kinds.map((value) => ({ value, label: text.kinds[value] }))}
          value={kinds.find((kind) => kind === search.get('kind')) ?? 'all'}
          onChange={(value) => change({ kind: value === 'all' ? null : value })}
        />
        <TextInput
          label={text.from}
          type="date"
          {...bindText(search.get('from') ?? '', (from) => change({ from }))}
        />
        <TextInput
          label={text.to}
          type="date"
          {...bindText(search.get('to') ?? '', (to) => change({ to }))}
        />
        <TextInput
          label={text.vendorId}
          placeholder="vendor_id"
          inputMode="numeric"
          w={130}
          value={search.get('vendorId') ?? ''}
          onChange={(event) => change({ vendorId: event.currentTarget.value.replace(/\D/g, '') })}
        />
        <DownloadButton href={addressOf('/money/ledger.csv', query)} download="ringkey-ledger.csv">
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

/** The ledger filter of the page's address, as a query for the API. */
function ledgerQuery(search: URLSearchParams, zone: string) {
  return {
    kind: search.get('kind'),
    from: startOfDay(search.get('from'), zone),
    to: startOfDay(search.get('to'), zone, 1),
    vendorId: search.get('vendorId'),
  }
}
