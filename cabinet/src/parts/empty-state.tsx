import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** The text of an empty list: why it is empty and what to do. */
export function EmptyState(props: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py="xl" ta="center">
      <Text fw={600}>{props.title}</Text>
      <Text c="dimmed" maw={460} component="div">
        {props.children}
      </Text>
    </Stack>
  )
}
