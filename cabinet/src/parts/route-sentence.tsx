import { Text } from '@mantine/core'
import type { CallDetail } from '@ringkey/server/cabinet-api'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { routingTexts } from '../language/routing-texts.ts'

type Choice = NonNullable<NonNullable<CallDetail['routing']>['choice']>

/** What was known of a trunk, such as "approved 46 % of 312". */
export function useMeasured(): (measured: Pick<Choice['trunks'][number], 'rate' | 'of' | 'by'>) => string {
  const words = useTexts(routingTexts)
  const formats = useFormats()
  return ({ rate, of, by }) =>
    rate === null ? words.unmeasured : words.measured[by](formats.percent(rate), formats.number(of))
}

/** Why a trunk was taken: "north: it had the best results lately. south: approved 46 % of 312, north: …". */
export function RouteSentence({ choice }: { readonly choice: Choice }) {
  const words = useTexts(routingTexts)
  const measured = useMeasured()
  const known = choice.trunks.map((trunk) => `${trunk.trunk}: ${measured(trunk)}`).join(', ')
  return (
    <Text size="sm">
      {words.taken(choice.trunks[0]?.trunk ?? '', words.why[choice.why])} {words.lately}: {known}.
    </Text>
  )
}
