import { Group, Paper, Text } from '@mantine/core'
import { CopyButton } from '../../parts/copy-button.tsx'

/** A value to paste elsewhere, with a button in its box that copies it. */
export function Copied(props: { readonly label: string; readonly value: string; readonly what: string }) {
  return (
    <Paper withBorder ps="xs" w="fit-content" maw="100%">
      <Group gap={6} wrap="nowrap">
        <Text ff="monospace" style={{ overflowWrap: 'anywhere' }} aria-label={props.label}>
          {props.value}
        </Text>
        <CopyButton value={props.value} what={props.what} />
      </Group>
    </Paper>
  )
}
