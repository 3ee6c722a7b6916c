import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import type { Mutation } from '../../parts/form.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { peopleProblems } from './problems.ts'
import { entranceTexts } from './texts.ts'

/** A form of the entrance: title, description, fields, one button. */
export function Sheet(props: {
  readonly title: string
  readonly lead?: string | undefined
  readonly children?: ReactNode
  /** Why there is nothing to send. */
  readonly error?: unknown
  readonly button?: string
  readonly isPlain?: boolean
  /** What the button sends. */
  readonly mutation?: Pick<Mutation, 'isPending' | 'error'>
  readonly onSubmit?: () => void
  readonly below?: ReactNode
}) {
  useDocumentTitle(`${props.title} · Ringkey`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit?.()
  }
  return (
    <>
      <Paper withBorder p="md" component="form" onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2}>{props.title}</Title>
          {props.lead !== undefined && <Text variant="hint">{props.lead}</Text>}
          {props.children}
          <ErrorNote error={props.error ?? props.mutation?.error} errorTexts={peopleProblems} />
          {props.button !== undefined && (
            <Button
              type="submit"
              variant={props.isPlain ? 'default' : 'filled'}
              loading={props.mutation?.isPending ?? false}
            >
              {props.button}
            </Button>
          )}
        </Stack>
      </Paper>
      {props.below}
    </>
  )
}

export function BackToSignIn() {
  const text = useTexts(entranceTexts)
  return (
    <TextLink href="/" ta="center">
      {text.back}
    </TextLink>
  )
}

export function ToCabinet() {
  const text = useTexts(entranceTexts)
  return (
    <TextLink href="/account" ta="center">
      {text.toCabinet}
    </TextLink>
  )
}
