import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A figure under its name. */
export function SmallFigure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Stack gap={0} miw={90}>
      <Text variant="note">{name}</Text>
      <Text component="div" fw={600}>
        {children}
      </Text>
    </Stack>
  )
}
