import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRead } from '../../api/use-api.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters as FilterRow } from '../../parts/filters.tsx'
import { IconDownload, IconSearch } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { usePageLength } from '../../parts/page-length.ts'
import { periodIn } from '../../parts/period.ts'
import { SavedViewsMenu } from '../../parts/saved-views.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { useTimed } from '../../parts/use-timed.ts'
import { consolePath, isInConsole } from '../console-path.ts'
import { type Filters, filtersIn, isNarrowed } from './list/filters.ts'
import { FoundList } from './list/found.tsx'
import { LiveMark } from './list/live-mark.tsx'
import { useExport } from './list/use-export.tsx'
import { type Choices, useListFilters } from './list/use-filters.ts'
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
}

function List({ source, filters, ...choices }: ListProps & Omit<Choices, 'networks'>) {
  const text = useTexts(verificationsTexts)
  const [query, change] = useAddressQuery()
  const timed = useTimed()
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
          {!isOwn && (
            <TextLink href={qualityAddress(query, timed(periodIn(query)))}>{text.qualityOf}</TextLink>
          )}
          <SavedViewsMenu />
          <Button
            variant="default"
            size="xs"
            title={text.csvHint}
            leftSection={<IconDownload size={16} />}
            onClick={() =>
              startExport(source, { ...timed(filters), ...(searchText === '' ? {} : { q: searchText }) })
            }
          >
            {text.csv}
          </Button>
        </>
      }
    >
      {!isOwn && <Text variant="hint">{text.aboutCustomers}</Text>}
      <FilterRow filters={useListFilters({ networks, ...choices }, filters.account)} period={{}}>
        <SearchField label={isOwn ? text.searchText : text.searchTextOfCustomer} onSearch={setSearchText} />
      </FilterRow>
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

function SearchField(props: { readonly label: string; readonly onSearch: (searchText: string) => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        props.onSearch(String(new FormData(event.currentTarget).get('searchText')).trim())
      }}
    >
      <TextInput
        name="searchText"
        size="xs"
        w={190}
        leftSection={<IconSearch size={14} />}
        aria-label={props.label}
        placeholder={props.label}
        maxLength={200}
      />
    </form>
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

interface Times {
  readonly from?: number
  readonly to?: number
}

/** The same calls as figures. */
function qualityAddress(query: URLSearchParams, { from, to = Date.now() }: Times): string {
  const kept = ['account', 'trunk', 'block', 'operator', 'mode', 'country'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  const range = from === undefined ? {} : { range: 'custom', from: String(from), to: String(to) }
  return `${consolePath}/quality?${new URLSearchParams({ ...Object.fromEntries(kept), ...range })}`
}
