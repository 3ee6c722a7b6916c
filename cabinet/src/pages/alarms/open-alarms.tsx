import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { alarmPage, alarmSentence, alarmSeverity } from '@ringkey/server/alarms'
import type { AlarmRecord } from '@ringkey/server/cabinet-api'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { alarmsTexts } from './texts.ts'

const colors = { critical: 'red', warning: 'orange', info: 'blue' } as const

export function OpenAlarms(props: {
  readonly open: readonly AlarmRecord[]
  readonly onSilence: (alarm: AlarmRecord) => void
}) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const sentenceOf = (alarm: AlarmRecord) => alarmSentence(language, alarm)
  return (
    <Section title={text.open}>
      <DataTable
        label={text.open}
        rows={props.open}
        keyOf={({ id }) => id}
        empty={
          <Group gap="xs">
            <IconCircleCheck size={18} color="var(--mantine-color-teal-text)" aria-hidden />
            <Text>{text.noOpen}</Text>
          </Group>
        }
        columns={[
          {
            title: text.alarm,
            cell: (alarm) => (
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <IconAlertTriangle
                  size={18}
                  color={`var(--mantine-color-${colors[alarmSeverity(alarm.kind)]}-text)`}
                  aria-hidden
                  style={{ flexShrink: 0, marginTop: 2 }}
                />
                <span>
                  {sentenceOf(alarm)}{' '}
                  {alarmSeverity(alarm.kind) === 'critical' && <Badge color="red">{text.critical}</Badge>}{' '}
                  {alarm.isSilenced && <Badge color="gray">{text.silenced}</Badge>}
                </span>
              </Group>
            ),
          },
          {
            title: text.since,
            sortBy: ({ since }) => since,
            cell: ({ since }) => <Moment at={since} />,
          },
          { title: text.nodes, isMinor: true, cell: ({ nodes }) => nodes.join(', ') },
          {
            title: '',
            align: 'right',
            cell: (alarm) => {
              const page = alarmPage(alarm)
              return (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  {page !== undefined && (
                    <Anchor component={Link} href={page} aria-label={text.lookAt(sentenceOf(alarm))}>
                      {text.look}
                    </Anchor>
                  )}
                  {!alarm.isSilenced && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={text.silenceAlarm(sentenceOf(alarm))}
                      onClick={() => props.onSilence(alarm)}
                    >
                      {text.silence}
                    </Button>
                  )}
                </Group>
              )
            },
          },
        ]}
      />
    </Section>
  )
}
