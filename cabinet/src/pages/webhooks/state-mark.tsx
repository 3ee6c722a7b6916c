import { Badge } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { IconCheck, IconClock, IconSend, IconX } from '../../parts/icons.tsx'
import { webhooksTexts } from './texts.ts'

const marks = {
  pending: { colour: 'yellow', icon: IconClock },
  'under-way': { colour: 'blue', icon: IconSend },
  delivered: { colour: 'teal', icon: IconCheck },
  failed: { colour: 'red', icon: IconX },
} as const

/** By word, sign and colour. */
export function StateMark({ state }: Pick<Item<'/webhooks'>, 'state'>) {
  const text = useTexts(webhooksTexts)
  const { colour, icon: Icon } = marks[state]
  return (
    <Badge color={colour} leftSection={<Icon size={12} />}>
      {text.states[state]}
    </Badge>
  )
}
