import { Group, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** A page with its name, and what can be done on it at the right. */
export function Page(props: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useDocumentTitle(`${props.title} · Ringkey`)
  return (
    <Stack gap="md">
      <Group justify="space-between" mih={36}>
        <Title order={1}>{props.title}</Title>
        {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.children}
    </Stack>
  )
}
