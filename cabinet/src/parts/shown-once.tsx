import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** Secrets that are shown once. Closed by the button only: a click outside must not lose them. */
export function ShownOnce(props: {
  readonly title: string
  readonly lead: string
  readonly isOpen: boolean
  /** All of them, for the copy button; `what` names them. */
  readonly value: string
  readonly what: string
  /** The button: "I saved it". */
  readonly kept: string
  readonly onKept: () => void
  /** How they are shown, where it is not one line. */
  readonly children?: ReactNode
}) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onKept}
      title={props.title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="sm">
        <Text size="sm">{props.lead}</Text>
        {props.children ?? <Code block>{props.value}</Code>}
        <Group justify="space-between">
          <CopyButton value={props.value} what={props.what} />
          <Button onClick={props.onKept}>{props.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
