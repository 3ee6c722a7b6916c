import { Button, Drawer, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { otherProblem } from '../language/field-problem.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages, type Texts } from '../language/texts.ts'
import { navigationTexts } from '../pages/texts.ts'
import { ErrorNote } from './error-note.tsx'
import type { Mutation } from './form.tsx'
import { useMayLeave, useUnsaved } from './unsaved.ts'

/** Above the 200 of Mantine's dialogs. */
const topIndex = 300

const texts = defineMessages({
  cancel: ['Cancel', 'Отмена'],
})

/** A form in a dialog: fields, error text, and buttons to submit and to cancel. */
export function DialogForm(props: {
  readonly title: string
  readonly action: string
  readonly children: ReactNode
  /** What it sends. */
  readonly mutation: Pick<Mutation, 'isPending' | 'error'>
  /** Fields that show their errors themselves. */
  readonly fields?: readonly string[]
  /** What the errors of this form mean. */
  readonly errorTexts?: Texts<Record<string, string>> | undefined
  readonly isOpen?: boolean
  /** Beside the page and as high as it, for what is long. */
  readonly isLong?: boolean
  /** Opens over another dialog. */
  readonly isOnTop?: boolean
  /** The action is hard to undo. */
  readonly danger?: boolean
  readonly isIncomplete?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}) {
  const { mutation, fields = [] } = props
  const text = useTexts(texts)
  const navigation = useTexts(navigationTexts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    props.onSubmit()
  }
  const isOpen = props.isOpen ?? true
  const [isTouched, setTouched] = useState(false)
  const [isSent, setSent] = useState(false)
  // What was sent may lead to another page by itself.
  useUnsaved(isOpen && isTouched && !(isSent && !mutation.error))
  const mayLeave = useMayLeave()
  const touch = () => {
    setTouched(true)
    setSent(false)
  }
  const close = () => {
    setTouched(false)
    props.onClose()
  }
  const frame = {
    opened: isOpen,
    // By Escape, a click beside it or the cross: easily done by mistake.
    onClose: () => {
      if (mayLeave()) close()
    },
    title: props.title,
    closeButtonProps: { 'aria-label': navigation.close },
    ...(props.isOnTop ? { zIndex: topIndex } : {}),
  }
  const form = (
    <form onSubmit={submit} onInput={touch}>
      <Stack>
        {props.children}
        <ErrorNote error={otherProblem(mutation.error, fields)} errorTexts={props.errorTexts} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {text.cancel}
          </Button>
          <Button
            type="submit"
            loading={mutation.isPending}
            disabled={props.isIncomplete ?? false}
            {...(props.danger ? { color: 'red.9' } : {})}
          >
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
  if (!props.isLong) return <Modal {...frame}>{form}</Modal>
  return (
    <Drawer {...frame} position="right" size="lg">
      {form}
    </Drawer>
  )
}
