import { Group, Stack, Text, Title } from '@mantine/core'
import type { TrunkView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { trunksTexts } from './texts.ts'

/** What is known about a trunk since the start of this node. */
export function TrunkDetails({ trunk: { live } }: { readonly trunk: TrunkView }) {
  const text = useTexts(trunksTexts)
  const formats = useFormats()
  if (live === null) return null
  const { lastFault, registration, registrationSaid, operators } = live
  return (
    <Stack gap="sm" pt="xs">
      <Group gap="10px 32px">
        {registration === 'held' && (
          <SmallFigure name={text.registration}>{text.registered(registrationSaid)}</SmallFigure>
        )}
        {registration === 'elsewhere' && (
          <SmallFigure name={text.registration}>{text.registeredElsewhere}</SmallFigure>
        )}
        {lastFault !== null && (
          <SmallFigure name={text.lastFault}>
            {text.faults[lastFault.reason] ?? lastFault.reason}
            {lastFault.answer === '' ? '' : ` (${lastFault.answer})`}, <Moment at={lastFault.at} />
          </SmallFigure>
        )}
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
