import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page with its name, a line about it, and what can be done at the right. */
export function Section(props: {
  readonly title: string
  readonly about?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Paper withBorder p="md" component="section" aria-label={props.title}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div style={{ flex: '1 1 240px' }}>
            <Title order={2}>{props.title}</Title>
            {props.about !== undefined && <Text variant="hint">{props.about}</Text>}
          </div>
          {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
        </Group>
        {props.children}
      </Stack>
    </Paper>
  )
}
