import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { accountTexts } from './texts.ts'

/** A button for what weakens a sign-in: it asks for the password first. */
export function PasswordPrompt<T>(props: {
  readonly label: string
  readonly question: string
  readonly send: (password: string) => Promise<T>
  readonly onDone: (result: T) => void
}) {
  const text = useTexts(accountTexts)
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const close = () => {
    setOpen(false)
    setPassword('')
    send.reset()
  }
  const send = useMutation({
    mutationFn: () => props.send(password),
    onSuccess: (result) => {
      close()
      props.onDone(result)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={props.label}
        closeButtonProps={{ 'aria-label': text.cancel }}
      >
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Text size="sm">{props.question}</Text>
            <PasswordInput
              label={text.yourPassword}
              autoComplete="current-password"
              data-autofocus
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': text.showPassword }}
            />
            <ErrorNote error={send.error} own={peopleProblems} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {text.cancel}
              </Button>
              <Button type="submit" loading={send.isPending}>
                {text.confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
