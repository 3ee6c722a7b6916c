import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

interface CurlRequestProps {
  readonly title: string
  readonly request: string
  /** What the copy button copies, for its label. */
  readonly what: string
  readonly hint: string
}

/** A request as a curl command that can be copied. */
export function CurlRequest({ title, request, what, hint }: CurlRequestProps) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        <CopyButton value={request} what={what} />
      </Group>
      <Code block tabIndex={0}>
        {request}
      </Code>
      <Text variant="note">{hint}</Text>
    </Stack>
  )
}
