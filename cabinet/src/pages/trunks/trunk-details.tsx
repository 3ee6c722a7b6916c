import { Group, Stack, Text, Title } from '@mantine/core'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { trunksTexts } from './texts.ts'

const earlyMediaKinds = ['ringing', 'answer', 'decline', 'failure', 'nothing'] as const

/** What is known about a trunk since the start of this node. */
export function TrunkDetails({ trunk: { live, settings } }: { readonly trunk: TrunkView }) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  if (live === null) return null
  const { lastFault, registration, registrationSaid, servers, foreignAddresses, operators, earlyMedia } = live
  const early = earlyMediaKinds.filter((kind) => earlyMedia.counts[kind] > 0)
  const earlyCalls = early.reduce((sum, kind) => sum + earlyMedia.counts[kind], 0)
  const { earlyMediaIsRinging: meaning } = settings
  return (
    <Stack gap="sm" pt="xs">
      <Group gap="10px 32px">
        {registration === 'held' && (
          <SmallFigure name={text.registration}>{text.registered(registrationSaid)}</SmallFigure>
        )}
        {registration === 'elsewhere' && (
          <SmallFigure name={text.registration}>{text.registeredElsewhere}</SmallFigure>
        )}
        {servers.length > 0 && (
          <SmallFigure name={text.servers}>
            {servers.map(({ server, answered, said, since }) => (
              <Text key={server} size="sm">
                {server}: {answered ? text.serverAnswers : text.serverSilent(said)}, {text.since}{' '}
                <Moment at={since} />
              </Text>
            ))}
          </SmallFigure>
        )}
        {foreignAddresses.length > 0 && (
          <SmallFigure name={text.foreignAddresses}>
            {foreignAddresses.join(', ')}
            <Text size="xs" c="dimmed">
              {text.aboutForeignAddresses}
            </Text>
          </SmallFigure>
        )}
        {lastFault !== null && (
          <SmallFigure name={text.lastFault}>
            {text.faults[lastFault.reason] ?? lastFault.reason}
            {lastFault.answer === '' ? '' : ` (${lastFault.answer})`}, <Moment at={lastFault.at} />
          </SmallFigure>
        )}
        <SmallFigure name={text.earlyMedia}>
          {meaning === 'learned' ? text.habits[earlyMedia.habit] : text.earlyMediaSet[meaning]}
          {early.map((kind) => (
            <Text key={kind} size="xs" c="dimmed">
              {text.afterEarlyMedia[kind]}: {formats.number(earlyMedia.counts[kind])} (
              {formats.percent(earlyMedia.counts[kind] / earlyCalls)})
            </Text>
          ))}
        </SmallFigure>
      </Group>
      <Title order={3}>{text.operators}</Title>
      <DataTable
        label={text.operators}
        rows={operators}
        keyOf={({ operator }) => operator}
        empty={
          <Text size="sm" c="dimmed">
            {text.noCalls}
          </Text>
        }
        columns={[
          { title: text.operator, cell: ({ operator }) => operator || text.unknownOperator },
          { title: text.callsColumn, align: 'right', cell: ({ calls }) => formats.number(calls) },
          { title: text.completed, align: 'right', cell: ({ completed }) => formats.number(completed) },
          {
            title: text.share,
            align: 'right',
            cell: ({ calls, completed }) => formats.percent(completed / calls),
          },
        ]}
      />
    </Stack>
  )
}
