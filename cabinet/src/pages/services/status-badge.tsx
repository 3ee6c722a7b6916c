import { Badge } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { servicesTexts } from './texts.ts'

const colours = { active: 'teal', off: 'yellow', archived: 'gray' }

export function StatusBadge({ status }: Pick<Item<'/services'>, 'status'>) {
  const text = useTexts(servicesTexts)
  return <Badge color={colours[status]}>{text.statuses[status]}</Badge>
}
