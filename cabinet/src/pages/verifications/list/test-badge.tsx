import { Badge } from '@mantine/core'

/** The number was a test number: nobody was called, nothing is charged (contract 1.6). */
export function TestBadge() {
  return (
    <Badge color="violet" size="xs" ml={8} variant="outline">
      TEST
    </Badge>
  )
}
