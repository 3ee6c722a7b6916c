import { Text } from '@mantine/core'
import { alarmSentence } from '@ringkey/server/alarms'
import type { PastAlarmsView } from '@ringkey/server/cabinet-api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { read } from '../../api/client.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { alarmsTexts } from './texts.ts'

export function PastAlarms() {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const pages = useInfiniteQuery({
    queryKey: ['operator', 'alarms', 'past'],
    queryFn: ({ pageParam }) => read<PastAlarmsView>('/operator/alarms/past', { before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <Section title={text.past} about={text.pastAbout}>
      <DataTable
        label={text.past}
        rows={pages.data?.pages.flatMap(({ items }) => items)}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{text.noPast}</Text>}
        error={pages.error}
        pages={{ ...pages, label: text.earlier }}
        columns={[
          { title: text.alarm, cell: (alarm) => alarmSentence(language, alarm) },
          { title: text.since, sortBy: ({ since }) => since, cell: ({ since }) => <Moment at={since} /> },
          {
            title: text.until,
            sortBy: ({ endedAt }) => endedAt,
            cell: ({ endedAt }) => <Moment at={endedAt ?? 0} />,
          },
        ]}
      />
    </Section>
  )
}
