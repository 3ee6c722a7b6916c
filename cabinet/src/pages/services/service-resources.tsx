import { Button, Group, Stack, Text } from '@mantine/core'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DraftFields } from '../../parts/draft-fields.tsx'
import { Copied } from './copied.tsx'

export interface Made {
  readonly id: number | string
  /** Shown once; null when it was pasted, or there is none. */
  readonly secret?: string | null
  readonly credential?: string | null
}

/** Things of a service: their list, the one that was just made with its secret, and what makes and removes them. */
export function useServiceResources<List, Wanted, Id extends Made['id']>(
  key: QueryKey,
  api: {
    readonly list: () => Promise<List>
    readonly add: (wanted: Wanted) => Promise<Made>
    readonly remove: (id: Id) => Promise<unknown>
  },
) {
  const client = useQueryClient()
  const [made, setMade] = useState<Made | null>(null)
  const list = useQuery({ queryKey: key, queryFn: api.list })
  const changed = (shown: Made | null) => {
    setMade(shown)
    void client.invalidateQueries({ queryKey: key })
  }
  const add = useMutation({ mutationFn: api.add, onSuccess: changed })
  const remove = useMutation({ mutationFn: api.remove, onSuccess: () => changed(null) })
  return { list, made, changed, add, remove }
}

/** One of them. */
export function ServiceResource<Id extends Made['id']>(props: {
  readonly id: Id
  readonly title: string
  readonly of: Pick<ReturnType<typeof useServiceResources<unknown, unknown, Id>>, 'made' | 'remove'>
  readonly text: Readonly<Record<'secret' | 'theSecret' | 'once' | 'remove' | 'removeHint', string>> & {
    readonly removeQuestion: (title: string) => string
  }
  /** Beside the button that removes it. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const { id, title, text } = props
  const { made, remove } = props.of
  const secret = made?.id === id ? (made.secret ?? made.credential) : undefined
  return (
    <Stack gap={4}>
      <Text fw={600}>{title}</Text>
      {secret != null && (
        <>
          <Copied label={text.secret} value={secret} what={text.theSecret} />
          <Text size="sm">{text.once}</Text>
        </>
      )}
      {props.children}
      <Group gap="xs">
        {props.actions}
        <ConfirmButton
          label={text.remove}
          question={text.removeQuestion(title)}
          onConfirm={() => remove.mutateAsync(id)}
        >
          {text.removeHint}
        </ConfirmButton>
      </Group>
    </Stack>
  )
}

/** The fields of a new one. */
export function NewServiceResource<Draft extends object>({
  action,
  isReady,
  isAdding,
  onAdd,
  ...fields
}: ComponentProps<typeof DraftFields<Draft>> & {
  readonly action: string
  readonly isReady: boolean
  readonly isAdding: boolean
  readonly onAdd: () => void
}) {
  return (
    <Stack gap="xs" maw={460}>
      <DraftFields {...fields} />
      <Button variant="default" w="fit-content" disabled={!isReady} loading={isAdding} onClick={onAdd}>
        {action}
      </Button>
    </Stack>
  )
}
