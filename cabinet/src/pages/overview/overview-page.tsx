import { Group, Stack, Title } from '@mantine/core'
import type { Attention } from '@ringkey/server/cabinet-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { read } from '../../api/client.ts'
import { useFirstSteps } from '../../api/first-steps.ts'
import { useLiveEvents } from '../../api/live.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { useList } from '../verifications/list/use-list.ts'
import { VerificationTable } from '../verifications/list/verification-table.tsx'
import { verificationsTexts } from '../verifications/texts.ts'
import { AttentionList } from './attention-list.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OutcomesPlot } from './outcomes-plot.tsx'
import { overviewTexts } from './texts.ts'

const latest = 10
const refreshMs = 30_000
/** A settled call is counted within half a second: figures and list then say the same. */
const countedMs = 1_000
/** How often the figures are refreshed at most; a busy account has many calls. */
const leastGapMs = 5_000

export default function OverviewPage() {
  const text = useTexts(overviewTexts)
  const service = useServiceOfPage()
  const client = useQueryClient()
  const key = ['overview', service]
  const query = useQuery({
    queryKey: key,
    queryFn: () => read('/overview', { service }),
    refetchInterval: refreshMs,
  })
  const first = useFirstSteps()
  const isNew = first.data?.steps != null
  const latestLines = useList(service === null ? {} : { service }, latest)
  const attention = query.data?.attention
  const items = isNew ? attention?.filter(isNotAStep) : attention
  const waiting = useRef(false)
  const refreshedAt = useRef(0)
  useLiveEvents(() => {
    if (waiting.current) return
    waiting.current = true
    const gapMs = refreshedAt.current + leastGapMs - Date.now()
    setTimeout(
      () => {
        waiting.current = false
        refreshedAt.current = Date.now()
        void client.invalidateQueries({ queryKey: key })
      },
      Math.max(countedMs, gapMs),
    )
  })
  // Everything at once: parts that come one after the other push each other down.
  if (query.isPending || first.isLoading || latestLines.query.isPending) {
    return (
      <Page title={text.title}>
        <Figures overview={undefined} />
        <OutcomesPlot overview={undefined} />
      </Page>
    )
  }
  return (
    <Page title={text.title}>
      <ErrorNote error={query.error} />
      {/* What is wrong now comes first, and that nothing is wrong can wait. */}
      {items !== undefined && items.length > 0 && <AttentionList items={items} />}
      <FirstSteps />
      {items?.length === 0 && <AttentionList items={items} />}
      <Figures overview={query.data} />
      <OutcomesPlot overview={query.data} />
      <Latest {...latestLines} />
    </Page>
  )
}

/** The checklist of a new account says this in its own words. */
const isNotAStep = ({ kind }: Attention) => kind !== 'never-called' && kind !== 'no-service'

function Latest({ query, lines, fresh }: Pick<ReturnType<typeof useList>, 'query' | 'lines' | 'fresh'>) {
  const text = useTexts(overviewTexts)
  const list = useTexts(verificationsTexts)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{text.latest}</Title>
        <TextLink href="/verifications">{text.all}</TextLink>
      </Group>
      <VerificationTable
        lines={lines?.slice(0, latest)}
        fresh={fresh}
        error={query.error}
        empty={<EmptyState title={list.none}>{list.whatToDo}</EmptyState>}
      />
    </Stack>
  )
}
