import { Group, Text } from '@mantine/core'
import { CopyButton } from '../../parts/copy-button.tsx'

/** A value to paste elsewhere, with a button that copies it. */
export function Copied(props: { readonly label: string; readonly value: string; readonly what: string }) {
  return (
    <Group gap={6}>
      <Text ff="monospace" style={{ overflowWrap: 'anywhere' }} aria-label={props.label}>
        {props.value}
      </Text>
      <CopyButton value={props.value} what={props.what} />
    </Group>
  )
}
