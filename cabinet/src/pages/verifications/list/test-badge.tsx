import { Badge } from '@mantine/core'

/** The number was a test number: nobody was called, nothing is charged (C1-20). */
export function TestBadge() {
  return (
    <Badge color="violet" size="xs" ml={8} variant="outline">
      TEST
    </Badge>
  )
}
