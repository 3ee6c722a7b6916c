import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'

/** Secrets that are shown once. Closed by the button only: a click outside must not lose them. */
export function ShownOnce(props: {
  readonly title: string
  readonly lead: string
  readonly isOpen: boolean
  /** One on each line; `what` names them for the copy button in their box. */
  readonly value: string
  readonly what: string
  /** The button: "I saved it". */
  readonly kept: string
  readonly onKept: () => void
  /** What helps to use them. */
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
        <CodeBlock code={props.value} what={props.what} />
        {props.children}
        <Group justify="flex-end">
          <Button onClick={props.onKept}>{props.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
