import { Button, Group, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconDownload } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { usePageLength } from '../../parts/page-length.ts'
import { useExport } from './export/use-export.tsx'
import { CallTable } from './list/call-table.tsx'
import { CallFilters } from './list/filter-bar.tsx'
import { type Filters, filterNames, filtersIn } from './list/filters.ts'
import { FoundList } from './list/found-list.tsx'
import { LiveMark } from './list/live-mark.tsx'
import { useCalls } from './list/use-calls.ts'
import { seek, useSought } from './sought.ts'
import { callsTexts } from './texts.ts'

export default function CallsPage() {
  const text = useTexts(callsTexts)
  const service = useServiceOfPage()
  const [query, change] = useAddressQuery()
  const filters = filtersIn(query, service)
  const inMemory = useSought()
  const sought = inMemory || (query.get('q') ?? '')
  const startExport = useExport()
  useEffect(() => () => void setTimeout(forgetElsewhere), [])
  const endSearch = () => {
    seek('')
    change({ q: null })
  }
  return (
    <Page
      title={text.title}
      actions={
        sought === '' && (
          <Tooltip label={text.csvHint}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} />}
              onClick={() => startExport(filters)}
            >
              {text.csv}
            </Button>
          </Tooltip>
        )
      }
    >
      {sought !== '' ? (
        <FoundList
          sought={sought}
          service={service}
          onKind={(isPhone) => change({ q: isPhone ? null : sought })}
          onEnd={endSearch}
        />
      ) : (
        <>
          <CallFilters filters={filters} onChange={change} />
          <LiveList key={JSON.stringify(filters)} filters={filters} />
        </>
      )}
    </Page>
  )
}

/** The search is kept when a detail page is opened and closed again; any other page ends it. */
function forgetElsewhere(): void {
  if (!location.pathname.startsWith('/cabinet/calls')) seek('')
}

function LiveList({ filters }: { readonly filters: Filters }) {
  const text = useTexts(callsTexts)
  const [isPaused, setPaused] = useState(false)
  const { query, lines, waiting, release, fresh, liveState } = useCalls(filters, isPaused, usePageLength())
  const isNarrowed = filterNames.some((name) => filters[name] !== null)
  const resume = () => {
    setPaused(false)
    release()
  }
  const isReadingOn = lines?.length === 0 && query.hasNextPage
  return (
    <div>
      <Group justify="flex-end">
        <LiveMark state={liveState} isPaused={isPaused} waiting={waiting} onRelease={release} />
      </Group>
      <div onPointerEnter={() => setPaused(true)} onPointerLeave={resume}>
        <CallTable
          lines={lines}
          fresh={fresh}
          error={query.error}
          pages={{ ...query, label: isReadingOn ? text.readingOn : text.older }}
          empty={
            <EmptyState title={isNarrowed ? text.noneFit : text.none}>
              {isReadingOn ? text.nothingSoFar : isNarrowed ? text.widen : text.whatToDo}
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}
