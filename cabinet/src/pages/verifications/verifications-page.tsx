import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRead } from '../../api/use-api.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { IconDownload } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { usePageLength } from '../../parts/page-length.ts'
import { useRowKeys } from '../../parts/row-keys.ts'
import { SavedViewsMenu } from '../../parts/saved-views.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { consolePath, isInConsole } from '../console-path.ts'
import { ListFilters } from './list/filter-bar.tsx'
import { type Filters, filtersIn, isNarrowed } from './list/filters.ts'
import { FoundList } from './list/found.tsx'
import { LiveMark } from './list/live-mark.tsx'
import { useExport } from './list/use-export.tsx'
import { customerSource, ownSource, type Source, useList } from './list/use-list.ts'
import { VerificationTable } from './list/verification-table.tsx'
import { setSearchText, useSearchText } from './search-text.ts'
import { verificationsTexts } from './texts.ts'

/** What happened: verifications of `/v2` and calls of `/v1.0`. In the console, those of every account. */
export default function VerificationsPage() {
  const [location] = useLocation()
  return isInConsole(location) ? <OfCustomers /> : <Own />
}

function Own() {
  const [query] = useAddressQuery()
  return <List source={ownSource} filters={filtersIn(query, useServiceOfPage(), false)} />
}

function OfCustomers() {
  const [query] = useAddressQuery()
  const service = Number(query.get('service')) || null
  return (
    <List
      source={customerSource}
      filters={filtersIn(query, service, true)}
      customers={useRead('/operator/accounts').data?.items ?? []}
      trunks={(useRead('/operator/trunks').data?.trunks ?? []).map(({ name }) => name)}
    />
  )
}

interface ListProps {
  readonly source: Source
  readonly filters: Filters
  readonly trunks?: readonly string[]
  readonly customers?: readonly { readonly id: number; readonly email: string }[]
}

function List({ source, filters, ...choices }: ListProps) {
  const text = useTexts(verificationsTexts)
  const [query, change] = useAddressQuery()
  const inMemory = useSearchText()
  const searchText = inMemory || (query.get('q') ?? '')
  const startExport = useExport()
  const [networks, setNetworks] = useState<readonly string[]>([])
  const isOwn = source === ownSource
  useEffect(() => () => void setTimeout(forgetElsewhere), [])
  const endSearch = () => {
    setSearchText('')
    change({ q: null })
  }
  return (
    <Page
      title={isOwn ? text.title : text.ofCustomers}
      actions={
        <>
          {!isOwn && <TextLink href={qualityAddress(query)}>{text.qualityOf}</TextLink>}
          <SavedViewsMenu />
          <Button
            variant="default"
            size="xs"
            title={text.csvHint}
            leftSection={<IconDownload size={16} />}
            onClick={() => startExport(source, searchText === '' ? filters : { ...filters, q: searchText })}
          >
            {text.csv}
          </Button>
        </>
      }
    >
      {!isOwn && <Text variant="hint">{text.aboutCustomers}</Text>}
      <ListFilters
        filters={filters}
        networks={networks}
        {...choices}
        onChange={change}
        onSearch={setSearchText}
      />
      {searchText !== '' ? (
        <FoundList
          searchText={searchText}
          filters={filters}
          source={source}
          onKind={(isPhone) => change({ q: isPhone ? null : searchText })}
          onEnd={endSearch}
        />
      ) : (
        <Lines key={JSON.stringify(filters)} source={source} filters={filters} onNetworks={setNetworks} />
      )}
    </Page>
  )
}

/** The search is kept when a page of its list is opened and closed again; any other page ends it. */
function forgetElsewhere(): void {
  if (!location.pathname.includes('/verifications')) setSearchText('')
}

function Lines(props: ListProps & { readonly onNetworks: (names: readonly string[]) => void }) {
  const { source, filters, onNetworks } = props
  const text = useTexts(verificationsTexts)
  const [isPaused, setPaused] = useState(false)
  useRowKeys()
  const { query, lines, waiting, release, fresh, liveState } = useList(
    filters,
    usePageLength(),
    isPaused,
    source,
  )
  const names = [...new Set(lines?.map(({ operator }) => operator).filter((name) => name !== ''))].sort()
  const namesText = names.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same names in another array are no news
  useEffect(() => {
    // A list of one network would leave no other to choose.
    if (filters.operator === undefined && lines !== undefined) onNetworks(names)
  }, [namesText, filters.operator])
  const resume = () => {
    setPaused(false)
    release()
  }
  const isReadingOn = lines?.length === 0 && query.hasNextPage
  const isFiltered = isNarrowed(filters, source === customerSource)
  return (
    <div>
      {source === ownSource && (
        <Group justify="flex-end">
          <LiveMark state={liveState} isPaused={isPaused} waiting={waiting} onRelease={release} />
        </Group>
      )}
      <div onPointerEnter={() => setPaused(true)} onPointerLeave={resume}>
        <VerificationTable
          lines={lines}
          fresh={fresh}
          error={query.error}
          pages={{ ...query, label: isReadingOn ? text.readingOn : text.older }}
          empty={
            <EmptyState title={isFiltered ? text.noneFit : text.none}>
              {isReadingOn ? text.nothingSoFar : isFiltered ? text.widen : text.whatToDo}
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}

/** The same calls as figures. */
function qualityAddress(query: URLSearchParams): string {
  const kept = ['account', 'trunk', 'block', 'operator', 'mode', 'country', 'from', 'to'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  const range: [string, string][] = query.has('from') ? [['range', 'custom']] : []
  return `${consolePath}/quality?${new URLSearchParams([...range, ...kept])}`
}
