import { Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { inBoth, type Texts } from '../language/texts.ts'
import { ErrorNote } from './error-note.tsx'

const texts = inBoth({ save: ['Save', 'Сохранить'], saved: ['Saved.', 'Сохранено.'] })

/** What a form sends: a mutation of React Query. */
export interface Change {
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly error: unknown
}

/** A form that is sent by the page and not by the browser. */
export function Form({
  onSubmit,
  children,
}: {
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return <form onSubmit={submit}>{children}</form>
}

/** Fields in a row, the button that sends them, and below it what went wrong. */
export function RowForm(props: {
  readonly action: string
  /** What it sends; undefined where it only opens something. */
  readonly change?: Pick<Change, 'isPending' | 'error'>
  /** What its errors mean. */
  readonly own?: Texts<Record<string, string>>
  /** It is what the page is for. */
  readonly isMain?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const { action, change, own } = props
  return (
    <Form onSubmit={props.onSubmit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          {props.children}
          <Button
            type="submit"
            variant={props.isMain ? 'filled' : 'default'}
            loading={change?.isPending ?? false}
          >
            {action}
          </Button>
        </Group>
        <ErrorNote error={change?.error} own={own} />
      </Stack>
    </Form>
  )
}

/** The button of a form of settings; it says when they are saved. */
export function SaveButton(props: {
  readonly change: Change
  readonly isChanged: boolean
  readonly saved?: string
  readonly isMain?: boolean
}) {
  const { change, isChanged } = props
  const text = useTexts(texts)
  return (
    <>
      <Button
        type="submit"
        variant={props.isMain ? 'filled' : 'default'}
        loading={change.isPending}
        disabled={!isChanged}
      >
        {text.save}
      </Button>
      {change.isSuccess && !isChanged && (
        <Text size="sm" role="status">
          {props.saved ?? text.saved}
        </Text>
      )}
    </>
  )
}
