import { Anchor, Group, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { addressOf } from '../../api/client.ts'
import { useServices } from '../../api/services.ts'
import { useRead } from '../../api/use-api.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { daysIn } from '../../language/time-zone.ts'
import { useTimeZone } from '../../language/use-time-zone.ts'
import { DownloadButton } from '../../parts/download-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { IconDownload } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { SavedViewsMenu } from '../../parts/saved-views.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { reasonTexts } from '../calls/reasons.ts'
import { isInConsole } from '../console-path.ts'
import {
  type Asked,
  askedIn,
  type FilterName,
  filterNames,
  fromAddress,
  inAddress,
  keysOf,
  type QualityKey,
  type QualityReport,
} from './asked.ts'
import { OperatorMap, WeekMap } from './heat-maps.tsx'
import { Overall } from './overall.tsx'
import { Proposals } from './proposals.tsx'
import { RangeBar } from './range-bar.tsx'
import { RateOverTime } from './rate-over-time.tsx'
import { RateTable } from './rate-table.tsx'
import { qualityProblems, qualityTexts } from './texts.ts'
import { WithoutContract } from './without-contract.tsx'

const hourMs = 3_600_000

export default function QualityPage() {
  const text = useTexts(qualityTexts)
  const [location] = useLocation()
  const service = useServiceOfPage()
  const zone = useTimeZone()
  const [query, change] = useAddressQuery()
  const asked = askedIn(query, Date.now(), zone, isInConsole(location) ? 'all' : 'own')
  const { from, to, step, by, test, filters, account } = asked
  const path = asked.scope === 'all' ? '/operator/quality' : '/quality'
  const question = {
    ...(asked.scope === 'all' ? { account } : { service }),
    ...filters,
    from,
    to,
    step,
    by,
    test,
    zone,
  }
  const report = useRead(path, question, { placeholderData: keepPreviousData, refetchInterval: 60_000 })
  return (
    <Page
      title={text.title}
      actions={[
        <SavedViewsMenu key="views" />,
        ...(['csv', 'json'] as const).map((format) => (
          <DownloadButton
            key={format}
            href={addressOf(`${path}/export`, { ...question, format })}
            download={`quality.${format}`}
            title={text.csvHint}
            size="xs"
            leftSection={<IconDownload size={16} />}
          >
            {format.toUpperCase()}
          </DownloadButton>
        )),
      ]}
    >
      <RangeBar asked={asked} onChange={change} />
      <Filters asked={asked} onChange={change} />
      {asked.scope === 'own' ? <Proposals service={service} /> : <WithoutContract />}
      <ErrorNote error={report.error} errorTexts={qualityProblems} />
      {report.isPending && <QualitySkeleton />}
      {report.data !== undefined && (
        <Report report={report.data} asked={asked} service={service} onChange={change} />
      )}
      {!hasWholeHours(zone, asked) && <Text variant="note">{text.wholeHours}</Text>}
    </Page>
  )
}

type Changes = Readonly<Record<string, string | number | null>>

/** What the page is narrowed down to, each with a button that widens it again. */
function Filters({
  asked,
  onChange,
}: {
  readonly asked: Asked
  readonly onChange: (changes: Changes) => void
}) {
  const text = useTexts(qualityTexts)
  const nameOf = useKeyNames()
  const chips: readonly [name: string, label: string][] = [
    ...(asked.account === null ? [] : [['account', text.account(asked.account)] as [string, string]]),
    ...filterNames.flatMap((name): [string, string][] => {
      const value = asked.filters[name]
      return value === undefined ? [] : [[name, `${text.bys[name]}: ${nameOf(name, fromAddress(value))}`]]
    }),
  ]
  if (chips.length === 0) return null
  return (
    <Group gap="xs">
      {chips.map(([name, label]) => (
        <FilterChip key={name} label={label} clear={text.clear} onClear={() => onChange({ [name]: null })} />
      ))}
    </Group>
  )
}

function Report(props: {
  readonly report: QualityReport
  readonly asked: Asked
  readonly service: number | null
  readonly onChange: (changes: Changes) => void
}) {
  const { report, asked, service, onChange } = props
  const zone = useTimeZone()
  const text = useTexts(qualityTexts)
  const formats = useFormats()
  const reasons = useTexts(reasonTexts)
  const nameOf = useKeyNames()
  const callsWith = (changes: Changes) => callsAddress(asked, report, service, changes)
  const narrow = (changes: Changes) => {
    onChange(changes)
    // The answer, with the hour of a change, is at the top of the page.
    window.scrollTo({ top: 0 })
  }
  if (report.overall.calls === 0 && report.before.overall.calls === 0)
    return <EmptyState title={text.none}>{text.noneHint}</EmptyState>
  return (
    <Stack gap="lg">
      <Overall report={report} asked={asked} />
      <RateOverTime
        report={report}
        asked={asked}
        onZoom={(from, to) => onChange({ range: 'custom', from, to, step: null })}
      />
      <Group>
        <TextLink href={callsWith({})}>{text.seeCalls}</TextLink>
      </Group>
      <OperatorMap
        report={report}
        rate={asked.rate}
        nameOf={(key) => nameOf('operator', key)}
        acrossName={(key) => nameOf(report.map.across, key)}
        onChoose={(operator, across) =>
          narrow({ operator: inAddress(operator), [report.map.across]: inAddress(across) })
        }
      />
      <RateTable
        report={report}
        asked={asked}
        keys={keysOf(asked.scope, asked.account)}
        nameOf={nameOf}
        onChange={onChange}
        onNarrow={(by, key) => narrow({ [by]: inAddress(key) })}
        callsOf={(by, key) => callsWith({ [by]: by === 'service' ? key : inAddress(key) })}
      />
      <WeekMap
        report={report}
        rate={asked.rate}
        callsAt={(weekday, hour) => {
          const at = lastSuchHour(report.from, report.to, weekday, hour, zone)
          return callsWith({ from: at, to: at + hourMs })
        }}
      />
      {report.reasons.length > 0 && (
        <Stack gap="xs">
          <Title order={2}>{text.reasons}</Title>
          <Table horizontalSpacing="xs" maw={560}>
            <Table.Tbody>
              {report.reasons.map(({ reason, calls }) => (
                <Table.Tr key={reason}>
                  <Table.Td>
                    {reason === 'other' ? (
                      text.otherReason
                    ) : (
                      <Anchor component={Link} href={callsWith({ state: 'failed', reason })} fz="inherit">
                        {reasons[reason]?.name ?? reason}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td ta="end">{formats.number(calls)}</Table.Td>
                  <Table.Td ta="end">{formats.percent(calls / Math.max(1, report.overall.calls))}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {asked.scope === 'all' && report.reasons.some(({ reason }) => reason === 'blocked_by_network') && (
            <Anchor
              href={addressOf('/operator/quality/redress', { from: report.from })}
              download="redress.csv"
              size="sm"
            >
              {text.redress}
            </Anchor>
          )}
        </Stack>
      )}
    </Stack>
  )
}

/** The calls behind figures of this page. The browser's way back leads to the page as it was. */
function callsAddress(asked: Asked, report: QualityReport, service: number | null, changes: Changes): string {
  const query: Record<string, string | number | null> = {
    account: asked.account,
    service: asked.scope === 'all' ? null : service,
    test: asked.test === 'yes' ? 'yes' : 'no',
    ...(asked.filters as Partial<Record<FilterName, string>>),
    from: report.from,
    to: report.to,
    ...changes,
  }
  const known = Object.entries(query).filter(([, value]) => value !== null)
  return `${asked.scope === 'all' ? '/console/verifications' : '/verifications'}?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`
}

/** Calls are counted by hours of UTC: days of other zones begin up to three quarters of an hour early. */
const hasWholeHours = (zone: string, { from }: Asked) => (daysIn(zone).shown(from) - from) % hourMs === 0

/** 0 is Monday. */
function lastSuchHour(from: number, to: number, weekday: number, hour: number, zone: string): number {
  for (let at = to - hourMs; at >= from; at -= hourMs) {
    const date = new Date(daysIn(zone).shown(at))
    if ((date.getUTCDay() + 6) % 7 === weekday && date.getUTCHours() === hour) return at
  }
  return from
}

function QualitySkeleton() {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <Skeleton key={place} h={92} />
        ))}
      </SimpleGrid>
      <Skeleton h={260} />
      <Skeleton h={200} />
    </Stack>
  )
}

/** What a value of each key is called. */
function useKeyNames(): (by: QualityKey, key: string) => string {
  const text = useTexts(qualityTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const services = useServices().data ?? []
  const named = (by: QualityKey, key: string): string => {
    switch (by) {
      case 'mode':
        return words.modes[key as keyof typeof words.modes]
      case 'service':
        return `${services.find(({ id }) => String(id) === key)?.name ?? ''} · ${key}`
      case 'country':
        return formats.country(key)
      case 'block':
        return key === '' ? '' : `+${key}xxxx`
      case 'trunk':
        return key || text.noTrunk
      case 'operator':
        return formats.network(key)
    }
  }
  return (by, key) => named(by, key) || text.unknown
}
