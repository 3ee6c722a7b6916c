import { Stack, Text, Title } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { routingTexts } from '../../../language/routing-texts.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { useMeasured } from '../../../parts/route-sentence.tsx'
import { Fact, FactList } from './fact-list.tsx'
import { detailTexts } from './texts.ts'

/** Which trunks, why, and what the call cost us. The server tells it to operators alone. */
export function Routing({ routing, attempts }: Pick<CallDetail, 'routing' | 'attempts'>) {
  const text = useTexts(detailTexts)
  const words = useTexts(routingTexts)
  const formats = useFormats()
  const measured = useMeasured()
  if (routing === null) return null
  const { choice, carrierCost, margin } = routing
  return (
    <Stack gap="xs">
      <Title order={2}>{text.route}</Title>
      <FactList>
        <Fact name={text.trunk}>{attempts.map(({ trunk }) => trunk).join(' → ')}</Fact>
        <Fact name={text.carrierCost}>{carrierCost > 0 && formats.price(carrierCost)}</Fact>
        <Fact name={text.margin}>{carrierCost > 0 && formats.price(margin)}</Fact>
      </FactList>
      {choice !== null && (
        <>
          <Text>{words.taken(choice.trunks[0]?.trunk ?? '', words.why[choice.why])}</Text>
          <DataTable
            label={text.route}
            rows={choice.trunks}
            keyOf={({ trunk }) => trunk}
            empty={null}
            columns={[
              { title: text.trunk, card: 'title', cell: ({ trunk }) => trunk },
              { title: words.lately, align: 'right', cell: measured },
              { title: text.attemptCost, align: 'right', cell: ({ cost }) => formats.price(cost) },
            ]}
          />
        </>
      )}
    </Stack>
  )
}
