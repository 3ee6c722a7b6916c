import { Anchor, Button, Group, Text } from '@mantine/core'
import type { CallPage } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { read } from '../../api/client.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { Page } from '../../parts/page.tsx'
import { CallTable } from '../calls/list/call-table.tsx'
import { CallFilters } from '../calls/list/filter-bar.tsx'
import { filtersIn } from '../calls/list/filters.ts'
import { callsTexts } from '../calls/texts.ts'
import { customerCallsTexts } from './texts.ts'

/** For operators: calls of every account, or of one. The filters are part of the page's address. */
export default function CustomerCallsPage() {
  const text = useTexts(customerCallsTexts)
  const common = useTexts(callsTexts)
  const [query, change] = useAddressQuery()
  const inner = { account: query.get('account'), trunk: query.get('trunk'), block: query.get('block') }
  const filters = { ...filtersIn(query, null), ...inner }
  const list = useInfiniteQuery({
    queryKey: ['customer-calls', filters],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) => read<CallPage>('/operator/calls', { ...filters, before: pageParam }),
    getNextPageParam: ({ next }) => next,
  })
  const lines = list.data?.pages.flatMap(({ items }) => items)
  const chips = [
    { name: 'account', label: inner.account && text.account(inner.account) },
    { name: 'trunk', label: inner.trunk && `${text.trunk}: ${inner.trunk}` },
    { name: 'block', label: inner.block && `${text.block}: +${inner.block}xxxx` },
  ]
  return (
    <Page
      title={text.title}
      actions={
        <Anchor component={Link} href={qualityAddress(query)} size="sm">
          {text.backToQuality}
        </Anchor>
      }
    >
      <Text size="sm" c="dimmed">
        {text.about}
      </Text>
      <CallFilters filters={filters} onChange={change} />
      <Group gap="xs">
        {chips.map(
          ({ name, label }) =>
            label && (
              <FilterChip
                key={name}
                label={label}
                clear={common.clearOne}
                onClear={() => change({ [name]: null })}
              />
            ),
        )}
      </Group>
      <ErrorNote error={list.error} />
      {lines?.length === 0 ? (
        <EmptyState title={common.noneFit}>
          {list.hasNextPage ? common.nothingSoFar : common.widen}
        </EmptyState>
      ) : (
        <CallTable lines={list.error ? [] : lines} base="/console/customer-calls" />
      )}
      {list.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            size="xs"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {lines?.length === 0 ? common.readingOn : common.older}
          </Button>
        </Group>
      )}
    </Page>
  )
}

/** The same calls as figures. */
function qualityAddress(query: URLSearchParams): string {
  const kept = ['account', 'trunk', 'block', 'operator', 'mode', 'country', 'from', 'to'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  const range: [string, string][] = query.has('from') ? [['range', 'custom']] : []
  return `/console/quality?${new URLSearchParams([...range, ...kept])}`
}
