import { Group, Stack, Text, Title } from '@mantine/core'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { trunksTexts } from './texts.ts'

const earlyMediaKinds = ['ringing', 'answer', 'taken', 'belied', 'failure', 'nothing'] as const
const callerSourceKinds = ['asserted', 'remote-party', 'from', 'from-refused', 'none'] as const

/** What is known about a trunk since the start of this node. */
export function TrunkDetails({ trunk: { live, settings } }: { readonly trunk: TrunkView }) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  if (live === null) return null
  const { lastFault, registration, registrationSaid, servers, foreignAddresses, operators } = live
  const { earlyMedia, callerSources, publicAddress, strangerPackets } = live
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
        {publicAddress !== '' && <SmallFigure name={text.publicAddress}>{publicAddress}</SmallFigure>}
        {strangerPackets > 0 && (
          <SmallFigure name={text.strangerPackets}>
            {text.packets(formats.number(strangerPackets))}
          </SmallFigure>
        )}
        {foreignAddresses.length > 0 && (
          <SmallFigure name={text.foreignAddresses}>
            {foreignAddresses.join(', ')}
            <Text variant="note">{text.aboutForeignAddresses}</Text>
          </SmallFigure>
        )}
        {lastFault !== null && (
          <SmallFigure name={text.lastFault}>
            {text.faults[lastFault.reason] ?? lastFault.reason}
            {lastFault.answer === '' ? '' : ` (${lastFault.answer})`}, <Moment at={lastFault.at} />
          </SmallFigure>
        )}
        <SmallFigure name={text.earlyMedia}>
          {meaning === 'learned' ? text.traits[earlyMedia.trait] : text.earlyMediaSet[meaning]}
          <Shares kinds={earlyMediaKinds} counts={earlyMedia.counts} names={text.afterEarlyMedia} />
        </SmallFigure>
        <SmallFigure name={text.callers}>
          {text.assertionTraits[callerSources.trait]}
          <Shares kinds={callerSourceKinds} counts={callerSources.counts} names={text.callerSources} />
        </SmallFigure>
      </Group>
      <Title order={3}>{text.operators}</Title>
      <DataTable
        label={text.operators}
        rows={operators}
        keyOf={({ operator }) => operator}
        empty={<Text variant="hint">{text.noCalls}</Text>}
        columns={[
          {
            title: text.operator,
            value: ({ operator }) => formats.network(operator) || text.unknownOperator,
          },
          { title: text.callsColumn, value: ({ calls }) => calls, as: 'number' },
          { title: text.completed, value: ({ completed }) => completed, as: 'number' },
          { title: text.share, value: ({ calls, completed }) => completed / calls, as: 'percent' },
        ]}
      />
    </Stack>
  )
}

/** Calls by kind, with their share of all. */
function Shares<K extends string>(props: {
  readonly kinds: readonly K[]
  readonly counts: Readonly<Record<K, number>>
  readonly names: Readonly<Record<K, string>>
}) {
  const formats = useFormats()
  const { kinds, counts, names } = props
  const calls = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => (
      <Text key={kind} size="xs" c="dimmed">
        {names[kind]}: {formats.number(counts[kind])} ({formats.percent(counts[kind] / calls)})
      </Text>
    ))
}
