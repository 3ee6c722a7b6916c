import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { addressOf, read } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
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
  const query = ledgerQuery(new URLSearchParams(settled))
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

const dayMs = 86_400_000

/** The ledger filter of the page's address, as a query for the API. Days are UTC, as statements count them. */
function ledgerQuery(search: URLSearchParams) {
  return {
    kind: search.get('kind'),
    from: startOfUtcDay(search.get('from')),
    to: startOfUtcDay(search.get('to'), dayMs),
    vendorId: search.get('vendorId'),
  }
}

/** null when it is no day. */
function startOfUtcDay(day: string | null, laterMs = 0): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? null : at + laterMs
}
