import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One number that answers a question, with its name above and a word about it below. */
export function Figure(props: {
  readonly label: string
  readonly value: ReactNode
  readonly about?: ReactNode
}) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {props.label}
      </Text>
      <Text fz={22} fw={600} lh={1.3}>
        {props.value}
      </Text>
      {props.about !== undefined && (
        <Text size="xs" c="dimmed">
          {props.about}
        </Text>
      )}
    </Stack>
  )
}
