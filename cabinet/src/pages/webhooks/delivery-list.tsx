import { Alert, Anchor, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import type { TroubledReceiver, WebhookPage, WebhookView } from '@ringkey/server/cabinet-api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { read } from '../../api/client.ts'
import { useChosenService } from '../../frame/chosen-service.tsx'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { StackedTable } from '../../parts/stacked-table.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { StateMark } from './state-mark.tsx'
import { webhooksTexts } from './texts.ts'

const filters = ['all', 'pending', 'delivered', 'failed'] as const
const lookAgainMs = 5_000

/** Web-hooks of the chosen service, or of all, newest first. */
export function DeliveryList() {
  const text = useTexts(webhooksTexts)
  const { serviceId } = useChosenService()
  const [search, setSearch] = useSearchParams()
  const filter = filters.find((name) => name === search.get('state')) ?? 'all'
  const state = filter === 'all' ? null : filter
  const endpointId = search.get('endpoint')
  const type = search.get('type')
  const choose = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  const pages = useInfiniteQuery({
    queryKey: ['webhooks', serviceId, state, endpointId, type],
    queryFn: ({ pageParam }) =>
      read<WebhookPage>('/webhooks', { serviceId, state, endpointId, type, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: lookAgainMs,
  })
  const isFiltered = state !== null || endpointId !== null || type !== null
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Stack gap="md">
      <Trouble serviceId={serviceId} />
      <SegmentedControl
        aria-label={text.state}
        w="fit-content"
        maw="100%"
        data={filters.map((value) => ({ value, label: text.states[value] }))}
        value={filter}
        onChange={(value) => choose('state', value === 'all' ? null : value)}
      />
      <DeliveryFilters serviceId={serviceId} endpointId={endpointId} type={type} onChoose={choose} />
      <ErrorNote error={pages.error} />
      {pages.isPending && <Skeleton h={240} />}
      {pages.data !== undefined && items.length === 0 && (
        <EmptyState title={text.none}>{isFiltered ? text.noneFiltered : text.noneHint}</EmptyState>
      )}
      {items.length > 0 && <Deliveries items={items} />}
      <MoreButton pages={pages} label={text.more} />
    </Stack>
  )
}

function Deliveries({ items }: { readonly items: readonly WebhookView[] }) {
  const text = useTexts(webhooksTexts)
  return (
    <StackedTable
      label={text.title}
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { label: text.state, cell: ({ state }) => <StateMark state={state} /> },
        {
          label: text.type,
          cell: ({ id, type }) => (
            <Anchor component={Link} href={`/webhooks/${id}`} fw={600}>
              {type ?? text.inbound}
            </Anchor>
          ),
        },
        {
          label: text.about,
          cell: ({ vendorId, verificationId }) => (
            <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
              {verificationId ?? vendorId ?? '—'}
            </Text>
          ),
        },
        { label: text.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { label: text.receiver, cell: ({ receiver }) => receiver },
        { label: text.tries, cell: ({ attemptCount }) => attemptCount, isNumber: true },
        {
          label: text.next,
          cell: ({ nextTryAt }) =>
            nextTryAt === null ? <Text c="dimmed">—</Text> : <Upcoming at={nextTryAt} />,
        },
      ]}
    />
  )
}

function Trouble({ serviceId }: { readonly serviceId: number | null }) {
  const text = useTexts(webhooksTexts)
  const formats = useFormats()
  const troubled = useQuery({
    queryKey: ['webhooks', 'receivers', serviceId],
    queryFn: () => read<TroubledReceiver[]>('/webhooks/receivers', { serviceId }),
  })
  if (troubled.data === undefined || troubled.data.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title={text.trouble}>
      {troubled.data.map(({ receiver, pending, failed, lastId }) => (
        <Text key={receiver} size="sm">
          {text.troubleLine(receiver, formats.number(pending), formats.number(failed))} ·{' '}
          <Anchor component={Link} href={`/webhooks/${lastId}`} size="sm" c="inherit" td="underline">
            {text.newest}
          </Anchor>
        </Text>
      ))}
    </Alert>
  )
}
