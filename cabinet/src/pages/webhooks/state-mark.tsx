import { Badge } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { IconCheck, IconClock, IconRefresh, IconSend, IconX } from '../../parts/icons.tsx'
import { webhooksTexts } from './texts.ts'

const marks = {
  pending: { colour: 'yellow', icon: IconClock },
  'under-way': { colour: 'blue', icon: IconSend },
  retrying: { colour: 'orange', icon: IconRefresh },
  delivered: { colour: 'teal', icon: IconCheck },
  failed: { colour: 'red', icon: IconX },
} as const

/** By word, sign and colour. */
export function StateMark({
  webhook: { state, tries },
}: {
  readonly webhook: Pick<Item<'/webhooks'>, 'state' | 'tries'>
}) {
  const text = useTexts(webhooksTexts)
  const { number } = useFormats()
  const { colour, icon: Icon } = marks[state]
  return (
    <Badge color={colour} leftSection={<Icon size={12} />}>
      {state === 'retrying' ? text.retrying(number(tries)) : text.states[state]}
    </Badge>
  )
}
