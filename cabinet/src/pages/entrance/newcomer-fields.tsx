import { TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { PasswordChoice } from '../../parts/password-choice.tsx'
import { entranceTexts } from './texts.ts'

/** Fields for every new person: a name and a password. */
export function NewcomerFields(props: {
  readonly name: string
  readonly password: string
  readonly onName: (name: string) => void
  readonly onPassword: (password: string) => void
}) {
  const text = useTexts(entranceTexts)
  return (
    <>
      <TextInput
        label={text.name}
        autoComplete="name"
        maxLength={100}
        {...bindText(props.name, props.onName)}
      />
      <PasswordChoice label={text.password} value={props.password} onChange={props.onPassword} />
    </>
  )
}
