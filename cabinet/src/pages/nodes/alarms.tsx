import { Anchor, Group, Text } from '@mantine/core'
import { alarmPages, alarmTexts } from '@ringkey/server/alarm-texts'
import type { NodesView } from '@ringkey/server/cabinet-api'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { nodesTexts } from './texts.ts'

type Alarm = NodesView['alarms'][number]

export function Alarms({ alarms }: Pick<NodesView, 'alarms'>) {
  const text = useTexts(nodesTexts)
  const sentences = useTexts(alarmTexts)
  const sentenceOf = ({ kind, subject, facts }: Alarm) => sentences[kind]?.(subject, facts) ?? kind
  return (
    <Section title={text.alarms}>
      <DataTable
        label={text.alarms}
        rows={alarms}
        keyOf={({ kind, subject }) => `${kind} ${subject}`}
        empty={
          <Group gap="xs">
            <IconCircleCheck size={18} color="var(--mantine-color-teal-text)" aria-hidden />
            <Text>{text.noAlarms}</Text>
          </Group>
        }
        columns={[
          {
            title: text.alarm,
            cell: (alarm) => (
              <Group gap="xs" wrap="nowrap">
                <IconAlertTriangle size={18} color="var(--mantine-color-orange-text)" aria-hidden />
                <span>{sentenceOf(alarm)}</span>
              </Group>
            ),
          },
          { title: text.since, cell: ({ since }) => <Moment at={since} />, card: 'corner' },
          {
            title: '',
            align: 'right',
            cell: (alarm) => {
              const page = alarmPages[alarm.kind]
              return (
                page !== undefined && (
                  <Anchor component={Link} href={page} aria-label={text.lookAt(sentenceOf(alarm))}>
                    {text.look}
                  </Anchor>
                )
              )
            },
          },
        ]}
      />
    </Section>
  )
}
