import { Anchor, Group, Stack, Title } from '@mantine/core'
import type { Attention, Overview } from '@ringkey/server/cabinet-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { read } from '../../api/client.ts'
import { useFirstSteps } from '../../api/first-steps.ts'
import { useLiveEvents } from '../../api/live.ts'
import { useServiceOfPage } from '../../frame/service-of-page.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { CallTable } from '../calls/list/call-table.tsx'
import { noFilters } from '../calls/list/filters.ts'
import { useCalls } from '../calls/list/use-calls.ts'
import { callsTexts } from '../calls/texts.ts'
import { AttentionList } from './attention-list.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { OutcomesPlot } from './outcomes-plot.tsx'
import { overviewTexts } from './texts.ts'

const latest = 10
const refreshMs = 30_000
/** How often the figures are refreshed at most; a busy account has many calls. */
const leastGapMs = 5_000

export default function OverviewPage() {
  const text = useTexts(overviewTexts)
  const service = useServiceOfPage()
  const client = useQueryClient()
  const key = ['overview', service]
  const query = useQuery({
    queryKey: key,
    queryFn: () => read<Overview>('/overview', { service, dayStart: new Date().setHours(0, 0, 0, 0) }),
    refetchInterval: refreshMs,
  })
  const isNew = useFirstSteps().data?.steps != null
  const attention = query.data?.attention
  const items = isNew ? attention?.filter(isNotAStep) : attention
  const waiting = useRef(false)
  useLiveEvents(() => {
    if (waiting.current) return
    waiting.current = true
    setTimeout(() => {
      waiting.current = false
      void client.invalidateQueries({ queryKey: key })
    }, leastGapMs)
  })
  return (
    <Page title={text.title}>
      <ErrorNote error={query.error} />
      {/* What is wrong now comes first, and that nothing is wrong can wait. */}
      {items !== undefined && items.length > 0 && <AttentionList items={items} />}
      <FirstSteps />
      {items?.length === 0 && <AttentionList items={items} />}
      <Figures overview={query.data} />
      <OutcomesPlot overview={query.data} />
      <Latest service={service} />
    </Page>
  )
}

/** The checklist of a new account says this in its own words. */
const isNotAStep = ({ kind }: Attention) => kind !== 'never-called' && kind !== 'no-service'

function Latest({ service }: { readonly service: number | null }) {
  const text = useTexts(overviewTexts)
  const list = useTexts(callsTexts)
  const { query, lines, fresh } = useCalls({ service, ...noFilters }, false, latest)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{text.latest}</Title>
        <Anchor component={Link} href="/calls" size="sm">
          {text.all}
        </Anchor>
      </Group>
      <CallTable
        lines={lines?.slice(0, latest)}
        fresh={fresh}
        error={query.error}
        empty={<EmptyState title={list.none}>{list.whatToDo}</EmptyState>}
      />
    </Stack>
  )
}
