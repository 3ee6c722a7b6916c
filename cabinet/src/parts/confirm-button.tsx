import { Button, type ButtonProps, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { Texts } from '../language/texts.ts'
import { DialogForm } from './dialog-form.tsx'
import type { Mutation } from './form.tsx'

const idle = { isPending: false, error: null }

/** A button for actions that cannot be undone: it describes the effect and asks for confirmation. */
export function ConfirmButton(props: {
  readonly label: string
  /** For screen readers, where the label alone does not say what it is about. */
  readonly name?: string
  readonly question: string
  readonly children: ReactNode
  /** On the button of the dialog, where it is not the label. */
  readonly action?: string
  readonly button?: ButtonProps
  readonly errorTexts?: Texts<Record<string, string>>
  readonly onConfirm: () => Promise<unknown>
}) {
  const [isOpen, { open, close }] = useDisclosure(false)
  // Not the mutation of the page: rows of a list share that, and it is pending only after a second click came through.
  const [mutation, setMutation] = useState<Pick<Mutation, 'isPending' | 'error'>>(idle)
  const ask = () => {
    setMutation(idle)
    open()
  }
  const confirm = () => {
    setMutation({ isPending: true, error: null })
    props.onConfirm().then(close, (error: unknown) => setMutation({ isPending: false, error }))
  }
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        {...props.button}
        onClick={ask}
        {...(props.name === undefined ? {} : { 'aria-label': props.name })}
      >
        {props.label}
      </Button>
      <DialogForm
        title={props.question}
        action={props.action ?? props.label}
        mutation={mutation}
        errorTexts={props.errorTexts}
        isOpen={isOpen}
        danger
        onSubmit={confirm}
        onClose={close}
      >
        <Text component="div">{props.children}</Text>
      </DialogForm>
    </>
  )
}
