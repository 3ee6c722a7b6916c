import { Anchor, Button, Group, Select, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { LedgerLine, LedgerPageView } from '@ringkey/server/cabinet-api'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { addressOf, read } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { CarryForward } from '../../parts/carry-forward.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { StackedTable } from '../../parts/stacked-table.tsx'
import { ledgerQuery } from './ledger-query.ts'
import { moneyTexts } from './texts.ts'

const kinds = ['all', 'top-up', 'hold', 'capture', 'release', 'charge'] as const
const typingMs = 300

/** Every ledger entry, newest first. The filter is part of the address, so a link shows the same entries. */
export function Ledger() {
  const text = useTexts(moneyTexts)
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  const [settled] = useDebouncedValue(search.toString(), typingMs)
  const query = ledgerQuery(new URLSearchParams(settled))
  const pages = useInfiniteQuery({
    queryKey: ['ledger', query],
    queryFn: ({ pageParam }) => read<LedgerPageView>('/money/ledger', { ...query, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{text.ledger}</Title>
        <Button
          component="a"
          href={addressOf('/money/ledger.csv', query)}
          download="ringkey-ledger.csv"
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
        >
          {text.csv}
        </Button>
      </Group>
      <Group gap="xs" align="flex-end">
        <Select
          label={text.kind}
          w={140}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: text.kinds[value] }))}
          value={kinds.find((kind) => kind === search.get('kind')) ?? 'all'}
          onChange={(value) => set('kind', value === null || value === 'all' ? '' : value)}
        />
        <TextInput
          label={text.from}
          type="date"
          value={search.get('from') ?? ''}
          onChange={(event) => set('from', event.currentTarget.value)}
        />
        <TextInput
          label={text.to}
          type="date"
          value={search.get('to') ?? ''}
          onChange={(event) => set('to', event.currentTarget.value)}
        />
        <TextInput
          label={text.vendorId}
          placeholder="vendor_id"
          inputMode="numeric"
          w={130}
          value={search.get('vendorId') ?? ''}
          onChange={(event) => set('vendorId', event.currentTarget.value.replace(/\D/g, ''))}
        />
      </Group>
      <ErrorNote error={pages.error} />
      {pages.isPending && <Skeleton h={320} />}
      {pages.data !== undefined && items.length === 0 && !pages.hasNextPage && (
        <EmptyState title={text.none}>{text.noneHint}</EmptyState>
      )}
      {items.length > 0 && <Entries items={items} />}
      <MoreButton pages={pages} label={text.more} />
    </Stack>
  )
}

function Entries({ items }: { readonly items: readonly LedgerLine[] }) {
  const text = useTexts(moneyTexts)
  const formats = useFormats()
  const signed = (sum: number) => (sum > 0 ? `+${formats.price(sum)}` : sum === 0 ? null : formats.price(sum))
  return (
    <StackedTable
      label={text.ledger}
      items={items}
      keyOf={({ entry }) => entry}
      columns={[
        { label: text.entry, cell: ({ entry }) => <Text c="dimmed">{entry}</Text> },
        { label: text.time, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { label: text.kind, cell: ({ kind }) => text.kinds[kind] },
        {
          label: text.amount,
          cell: ({ amount, kind }) =>
            kind === 'capture' ? (
              <Text size="sm" c="dimmed">
                {text.fromHold}
              </Text>
            ) : (
              signed(amount)
            ),
          isNumber: true,
        },
        {
          label: text.heldChange,
          cell: ({ held }) => (held === 0 ? null : <Text c="dimmed">{signed(held)}</Text>),
          isNumber: true,
        },
        { label: text.after, cell: ({ balanceAfter }) => formats.money(balanceAfter), isNumber: true },
        {
          label: text.note,
          cell: ({ vendorId, note, summed, createdAt }) => {
            if (summed > 0) return <CarryForward at={createdAt} summed={summed} />
            if (vendorId === null) return note
            return (
              <Anchor component={Link} href={`/calls/${vendorId}`}>
                {vendorId}
              </Anchor>
            )
          },
        },
      ]}
    />
  )
}
