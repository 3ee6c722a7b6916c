import { Alert, Anchor, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/client.ts'
import { periodOr } from '../../api/queries.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindChecked } from '../../parts/bind.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { useTimed } from '../../parts/use-timed.ts'
import { filtersIn, isLookup, isNarrowed, type RequestFilters, usualPeriod } from './filters.ts'
import { RefusalsPlot } from './refusals-plot.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestTable } from './request-table.tsx'
import classes from './requests.module.css'
import { requestsTexts } from './texts.ts'
import { useRequestFilters } from './use-filters.ts'

/** The log of a node is written once a second. */
const tailMs = 1_000
const summaryMs = 10_000

export default function RequestsPage() {
  const text = useTexts(requestsTexts)
  const formats = useFormats()
  const service = useServiceOfPage()
  const [query, change] = useAddressQuery()
  const timed = useTimed()
  const filters = filtersIn(query, service)
  const [isLive, setLive] = useState(true)
  const isSingle = isLookup(filters)
  const { requestId: _, verification: __, ...inTime } = filters
  const summary = useQuery({
    queryKey: ['requests', 'summary', inTime],
    queryFn: () => read('/requests/summary', timed(filters)),
    refetchInterval: periodOr(isLive ? summaryMs : false),
    placeholderData: keepPreviousData,
  })
  const choices = useRequestFilters(summary.data)
  const { keptDays } = summary.data ?? { keptDays: 1 }
  return (
    <Page
      title={text.title}
      actions={!isSingle && <Switch label={text.live} {...bindChecked(isLive, setLive)} />}
    >
      {keptDays === 0 ? (
        <EmptyState title={text.off}>{text.offHint}</EmptyState>
      ) : (
        <>
          {summary.data !== undefined && <Text variant="hint">{text.about(formats.days(keptDays))}</Text>}
          <ErrorNote error={summary.error} />
          {isSingle ? (
            <SearchBanner filters={filters} onEnd={() => change({ requestId: null, verification: null })} />
          ) : (
            <>
              <Filters filters={choices} period={{ usual: usualPeriod }} />
              <InNumbers summary={summary.data} />
            </>
          )}
          <RequestList
            key={JSON.stringify([filters, isLive])}
            filters={filters}
            isLive={isLive && !isSingle}
            hasAny={(summary.data?.requests ?? 1) > 0}
          />
        </>
      )}
    </Page>
  )
}

function SearchBanner({ filters, onEnd }: { readonly filters: RequestFilters; readonly onEnd: () => void }) {
  const text = useTexts(requestsTexts)
  const { requestId, verification } = filters
  return (
    <Alert variant="light" color="gray">
      <Group justify="space-between" gap="xs">
        <Text fw={600} className={classes.anywhere!}>
          {requestId === null ? text.ofVerification(verification ?? '') : text.ofRequest(requestId)}
        </Text>
        <Anchor component="button" type="button" onClick={onEnd}>
          {text.showAll}
        </Anchor>
      </Group>
    </Alert>
  )
}

/** The true numbers, which do not depend on what was kept, and the plot of what was refused. */
function InNumbers({ summary }: { readonly summary: Answer<'/requests/summary'> | undefined }) {
  const text = useTexts(requestsTexts)
  const formats = useFormats()
  if (summary === undefined) return <Skeleton h={240} />
  const { requests, refused, kept } = summary
  if (requests === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label={text.numbers}>
      <div className={classes.figures}>
        <SmallFigure name={text.requests}>{formats.number(requests)}</SmallFigure>
        <SmallFigure name={text.refused}>
          {`${formats.number(refused)} (${formats.percent(refused / requests)})`}
        </SmallFigure>
        <SmallFigure name={text.listed}>{formats.number(kept)}</SmallFigure>
      </div>
      {kept < requests && <Text size="sm">{text.more(formats.number(requests - kept))}</Text>}
      <Title order={2}>{text.plotTitle}</Title>
      <RefusalsPlot summary={summary} />
    </Stack>
  )
}

function RequestList(props: {
  readonly filters: RequestFilters
  readonly isLive: boolean
  readonly hasAny: boolean
}) {
  const { filters, isLive } = props
  const timed = useTimed()
  const text = useTexts(requestsTexts)
  /** Lines must not move away under the pointer. */
  const [isHeld, setHeld] = useState(false)
  const [opened, setOpened] = useState<Item<'/requests'> | null>(null)
  const pages = useInfiniteQuery({
    queryKey: ['requests', 'list', filters, isLive],
    queryFn: ({ pageParam }) => read('/requests', { ...timed(filters), before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: periodOr(isLive && !isHeld ? tailMs : false),
  })
  const items = pages.data?.pages.flatMap((page) => page.items)
  const isNone = items?.length === 0
  const isNotAll = isNarrowed(filters) || props.hasAny
  // The tail moves: older ones can be read when it stands still.
  const isTail = isLive && pages.hasNextPage && !isNone
  return (
    <Stack gap="sm">
      {isLive && !isNone && (
        <Text variant="note" ta="end" mih={18} aria-hidden="true">
          {isHeld ? text.paused : ''}
        </Text>
      )}
      <div onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
        <RequestTable
          items={items}
          error={pages.error}
          opened={opened?.id}
          onOpen={setOpened}
          {...(isTail ? {} : { pages: { ...pages, label: text.older } })}
          empty={
            <EmptyState title={isNotAll ? text.noneFit : text.none}>
              {isNotAll ? text.noneFitHint : text.noneHint}
            </EmptyState>
          }
        />
      </div>
      {isTail && <Text variant="hint">{text.pauseFirst}</Text>}
      {opened !== null && (
        <RequestPanel
          request={opened}
          baseUrl={pages.data?.pages[0]?.baseUrl ?? ''}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  )
}
