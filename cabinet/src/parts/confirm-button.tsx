import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { type Texts, useTexts } from '../language/language.tsx'
import { navigationTexts } from '../pages/texts.ts'
import { ErrorNote } from './error-note.tsx'

const texts = { en: { cancel: 'Cancel' }, ru: { cancel: 'Отмена' } }

/** A button for what cannot be taken back: it says what will happen and asks. */
export function ConfirmButton(props: {
  readonly label: ReactNode
  /** For screen readers, where the label alone does not say what it is about. */
  readonly name?: string
  readonly question: string
  readonly children: ReactNode
  readonly action: string
  readonly button?: ButtonProps
  readonly own?: Texts<Record<string, string>>
  readonly onConfirm: () => Promise<unknown>
  readonly error?: unknown
}) {
  const text = useTexts(texts)
  const navigation = useTexts(navigationTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const confirm = () => void props.onConfirm().then(close, () => {})
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        {...props.button}
        onClick={open}
        {...(props.name === undefined ? {} : { 'aria-label': props.name })}
      >
        {props.label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={props.question}
        closeButtonProps={{ 'aria-label': navigation.close }}
      >
        <Stack>
          <Text component="div">{props.children}</Text>
          <ErrorNote error={props.error} {...(props.own === undefined ? {} : { own: props.own })} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {text.cancel}
            </Button>
            <Button color="red" onClick={confirm}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
