import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { StatusDot } from '../list/status-dot.tsx'
import { MoneyLine } from './money-line.tsx'

/** What became of it in a sentence, what happened step by step, and what it cost. */
export function Summary(props: {
  readonly line: ComponentProps<typeof StatusDot>['line']
  readonly sentence: ReactNode
  readonly timeline: ReactNode
  readonly warning: string | false
  readonly money: ComponentProps<typeof MoneyLine>
}) {
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group gap="sm" aria-live="polite">
          <StatusDot line={{ ...props.line, reason: null }} />
          <Text>{props.sentence}</Text>
        </Group>
        {props.timeline}
        {props.warning !== false && <Alert color="yellow">{props.warning}</Alert>}
        <MoneyLine {...props.money} />
      </Stack>
    </Paper>
  )
}
