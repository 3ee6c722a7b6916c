import { Alert, Anchor, Badge, Button, Group, List, Text } from '@mantine/core'
import { alarmSentence, alarmSeverity, networkForInbound } from '@ringkey/server/alarms'
import type { AlarmRecord } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { addressOf, read } from '../../api/client.ts'
import { useAlarms, useOperatorChange } from '../../api/operator.ts'
import { usePages } from '../../api/use-pages.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../../parts/icons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { ConsolePage } from '../console-page.tsx'
import AlarmLine from './alarm-line.tsx'
import { Notices } from './notices.tsx'
import { Receivers } from './receivers.tsx'
import { groupRepeats } from './repeats.ts'
import { type SilencedAlarms, SilenceForm, Silences } from './silences.tsx'
import { alarmsProblems, alarmsTexts } from './texts.ts'

const colors = { critical: 'red', warning: 'orange', info: 'blue' } as const

export default function AlarmsPage() {
  const [silencing, setSilencing] = useState<SilencedAlarms | null>(null)
  return (
    <ConsolePage name="alarms" from={useAlarms()} height={400}>
      {(data) => (
        <>
          <OpenAlarms open={data.open} onSilence={setSilencing} />
          <Receivers view={data} />
          <Notices />
          <Silences silences={data.silences} onAdd={() => setSilencing({ kind: '', subject: '' })} />
          <PastAlarms />
          {silencing !== null && <SilenceForm about={silencing} onClose={() => setSilencing(null)} />}
        </>
      )}
    </ConsolePage>
  )
}

function OpenAlarms(props: {
  readonly open: readonly AlarmRecord[]
  readonly onSilence: (about: SilencedAlarms) => void
}) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const formats = useFormats()
  const begin = useOperatorChange('/operator/inbound-first')
  return (
    <Section title={text.open}>
      <ErrorNote error={begin.error} errorTexts={alarmsProblems} />
      {begin.data !== undefined && (
        <Alert role="status" color={begin.data.full.length === 0 ? 'teal' : 'yellow'}>
          {begin.data.services.length > 0 &&
            text.inboundBegun(formats.network(begin.variables.operator), begin.data.services.join(', '))}{' '}
          {begin.data.full.length > 0 && text.inboundFull(begin.data.full.join(', '))}
        </Alert>
      )}
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
                  <AlarmLine alarm={alarm} />{' '}
                  {alarmSeverity(alarm.kind) === 'critical' && <Badge color="red">{text.critical}</Badge>}{' '}
                  {alarm.isSilenced && <Badge color="gray">{text.silenced}</Badge>}
                </span>
              </Group>
            ),
          },
          useSince(),
          { title: text.nodes, collapsible: true, cell: ({ nodes }) => nodes.join(', ') },
        ]}
        actions={(alarm) => {
          const network = networkForInbound(alarm)
          return (
            <Group gap={4} justify="flex-end">
              {network !== undefined && (
                <Button
                  size="compact-sm"
                  aria-label={text.inboundFirstFor(formats.network(network.operator))}
                  loading={begin.isPending && begin.variables.operator === network.operator}
                  onClick={() => begin.mutate(network)}
                >
                  {text.inboundFirst}
                </Button>
              )}
              {alarm.kind === 'network-blocks' && (
                <DownloadButton
                  size="compact-sm"
                  aria-label={text.forCarrierAbout(alarmSentence(language, alarm))}
                  href={addressOf('/operator/quality/redress', blocksOf(alarm))}
                  download="redress.csv"
                >
                  {text.forCarrier}
                </DownloadButton>
              )}
              {!alarm.isSilenced && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={text.silenceAlarm(alarmSentence(language, alarm))}
                  onClick={() => props.onSilence(alarm)}
                >
                  {text.silence}
                </Button>
              )}
            </Group>
          )
        }}
      />
    </Section>
  )
}

const hourMs = 3_600_000

/** The calls that the alarm counts: since the hour in which it began. */
function blocksOf({ since, facts: { trunk, country, operator, block } }: AlarmRecord) {
  return {
    from: Math.floor(since / hourMs - 1) * hourMs,
    trunk: String(trunk),
    ...(block ? { block: String(block) } : { country: String(country), operator: String(operator) }),
  }
}

function PastAlarms() {
  const text = useTexts(alarmsTexts)
  const formats = useFormats()
  const { language } = useLanguage()
  const [opened, setOpened] = useState<number | null>(null)
  const { rows, ...list } = usePages(
    ['operator', 'alarms past'],
    {},
    (asked) => read('/operator/alarms/past', asked),
    text.earlier,
  )
  return (
    <Section title={text.past} about={text.pastAbout}>
      <DataTable
        label={text.past}
        rows={rows && groupRepeats(rows)}
        keyOf={({ alarm }) => alarm.id}
        empty={<Text size="sm">{text.noPast}</Text>}
        {...list}
        expandedRow={{
          label: ({ alarm }) => alarmSentence(language, alarm),
          of: ({ alarm, times }) => opened === alarm.id && <EachTime times={times} />,
        }}
        columns={[
          {
            title: text.alarm,
            cell: ({ alarm, times, openMs }) => (
              <>
                {alarmSentence(language, alarm)}{' '}
                {times.length > 1 && (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    aria-expanded={opened === alarm.id}
                    onClick={() => setOpened(opened === alarm.id ? null : alarm.id)}
                  >
                    {text.times(times.length, formats.span(openMs))}
                  </Anchor>
                )}
              </>
            ),
          },
          { title: text.since, value: ({ since }) => since, as: 'moment' },
          {
            title: text.lasted,
            align: 'right',
            sortBy: ({ openMs }) => openMs,
            cell: ({ openMs }) => formats.span(openMs),
          },
          { title: text.until, value: ({ endedAt }) => endedAt, as: 'moment' },
        ]}
      />
    </Section>
  )
}

/** When it was open, and how long; each in its own words, because their figures differ. */
function EachTime({ times }: { readonly times: readonly AlarmRecord[] }) {
  const text = useTexts(alarmsTexts)
  const formats = useFormats()
  const { language } = useLanguage()
  return (
    <List size="sm">
      {times.map((alarm) => (
        <List.Item key={alarm.id}>
          <Moment at={alarm.since} />: {alarmSentence(language, alarm)} (
          {text.lastedOnce(formats.span((alarm.endedAt ?? alarm.since) - alarm.since))})
        </List.Item>
      ))}
    </List>
  )
}

const useSince = (): Column<AlarmRecord> => ({
  title: useTexts(alarmsTexts).since,
  value: ({ since }) => since,
  as: 'moment',
})
