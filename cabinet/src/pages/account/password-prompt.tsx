import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { CodeField } from '../../parts/code-field.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { accountTexts } from './texts.ts'

/** A button for changes of the sign-in: it asks for the password first. */
export function PasswordPrompt<T>(props: {
  readonly label: string
  readonly question: string
  /** Label of the second button; “Confirm” by default. */
  readonly action?: string
  /** Further inputs of the dialog. */
  readonly children?: ReactNode
  /** The change concerns an existing second factor, so a code is needed too. */
  readonly asksFactor?: boolean
  readonly send: (password: string, proof: string) => Promise<T>
  readonly onDone: (result: T) => void
}) {
  const text = useTexts(accountTexts)
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState('')
  const close = () => {
    setOpen(false)
    setPassword('')
    setProof('')
    send.reset()
  }
  const send = useMutation({
    mutationFn: () => props.send(password, proof),
    onSuccess: (result) => {
      close()
      props.onDone(result)
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      <DialogForm
        title={props.label}
        action={props.action ?? text.confirm}
        mutation={send}
        errorTexts={peopleProblems}
        isOpen={isOpen}
        onSubmit={() => send.mutate()}
        onClose={close}
      >
        <Text size="sm">{props.question}</Text>
        {props.children}
        <PasswordField label={text.yourPassword} isFirst value={password} onChange={setPassword} />
        {props.asksFactor === true && <FactorField value={proof} onChange={setProof} />}
      </DialogForm>
    </>
  )
}

/** A code of the existing second factor. */
export function FactorField(props: { readonly value: string; readonly onChange: (value: string) => void }) {
  const text = useTexts(accountTexts)
  return <CodeField label={text.factorCode} inputMode="text" maxLength={40} {...props} />
}
