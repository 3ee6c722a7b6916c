import { Button, SimpleGrid, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import type { StatisticsReport } from '@ringkey/server/cabinet-api'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addressOf, read } from '../../api/client.ts'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ConversionFigure } from '../../parts/conversion.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Figure } from '../../parts/figure.tsx'
import { Page } from '../../parts/page.tsx'
import { Breakdown } from './breakdown.tsx'
import { askedIn } from './range.ts'
import { RangeBar } from './range-bar.tsx'
import classes from './statistics.module.css'
import { statisticsProblems, statisticsTexts } from './texts.ts'
import { TimesToRing } from './times-to-ring.tsx'

export default function StatisticsPage() {
  const text = useTexts(statisticsTexts)
  const service = useServiceOfPage()
  const [query, change] = useAddressQuery()
  const asked = askedIn(query, Date.now())
  const { from, to, step, by, test } = asked
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const question = { service, from, to, step, by, test, zone }
  const report = useQuery({
    queryKey: ['statistics', question],
    queryFn: () => read<StatisticsReport>('/statistics', question),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <Page
      title={text.title}
      actions={
        <Tooltip label={text.csvHint}>
          <Button
            component="a"
            href={addressOf('/statistics/export', question)}
            download="statistics.csv"
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
          >
            {text.csv}
          </Button>
        </Tooltip>
      }
    >
      <RangeBar asked={asked} onChange={change} />
      <ErrorNote error={report.error} own={statisticsProblems} />
      {report.isPending && <StatisticsSkeleton />}
      {report.data !== undefined && (
        <Stack gap="lg">
          <Overall report={report.data} />
          <Breakdown report={report.data} />
          <TimesToRing report={report.data} />
          <Text size="xs" className={classes.quiet!}>
            {text.zone(zone)}
          </Text>
        </Stack>
      )}
    </Page>
  )
}

function Overall({ report }: { readonly report: StatisticsReport }) {
  const text = useTexts(statisticsTexts)
  const formats = useFormats()
  const { attempts, completed, failed, cost, count, medianMs, p95Ms, conversion } = report.overall
  const share = attempts === 0 ? '–' : formats.percent(completed / attempts)
  return (
    <SimpleGrid cols={{ base: 2, sm: cost === null ? 4 : 5 }} spacing="sm">
      <Figure name={text.attempts} value={formats.number(attempts)} />
      <Figure
        name={text.completed}
        value={share}
        note={`${formats.number(completed)} · ${text.failed.toLowerCase()} ${formats.number(failed)}`}
      />
      <ConversionFigure conversion={conversion} />
      <Figure
        name={text.toRing}
        value={count === 0 ? '–' : formats.seconds(medianMs)}
        note={count > 0 && `${text.p95} ${formats.seconds(p95Ms)}`}
      />
      {cost !== null && <Figure name={text.spend} value={formats.money(cost)} />}
    </SimpleGrid>
  )
}

function StatisticsSkeleton() {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
        {['a', 'b', 'c', 'd', 'e'].map((place) => (
          <Skeleton key={place} h={92} />
        ))}
      </SimpleGrid>
      <Skeleton h={260} />
      <Skeleton h={200} />
    </Stack>
  )
}
