import { Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { defineMessages, type Texts } from '../language/texts.ts'
import { ErrorNote } from './error-note.tsx'

const texts = defineMessages({ save: ['Save', 'Сохранить'], saved: ['Saved.', 'Сохранено.'] })

/** What a form needs of the mutation that it sends. */
export interface Mutation {
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
  readonly mutation?: Pick<Mutation, 'isPending' | 'error'>
  /** What its errors mean. */
  readonly errorTexts?: Texts<Record<string, string>>
  /** It is what the page is for. */
  readonly isMain?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const { action, mutation, errorTexts } = props
  return (
    <Form onSubmit={props.onSubmit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          {props.children}
          <Button
            type="submit"
            variant={props.isMain ? 'filled' : 'default'}
            loading={mutation?.isPending ?? false}
          >
            {action}
          </Button>
        </Group>
        <ErrorNote error={mutation?.error} errorTexts={errorTexts} />
      </Stack>
    </Form>
  )
}

/** The button of a form of settings; it says when they are saved. */
export function SaveButton(props: {
  readonly mutation: Mutation
  readonly isChanged: boolean
  readonly saved?: string
  readonly isMain?: boolean
}) {
  const { mutation, isChanged } = props
  const text = useTexts(texts)
  return (
    <>
      <Button
        type="submit"
        variant={props.isMain ? 'filled' : 'default'}
        loading={mutation.isPending}
        disabled={!isChanged}
      >
        {text.save}
      </Button>
      {mutation.isSuccess && !isChanged && (
        <Text size="sm" role="status">
          {props.saved ?? text.saved}
        </Text>
      )}
    </>
  )
}
