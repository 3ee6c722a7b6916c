import { TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { entranceTexts } from './texts.ts'

/** The e-mail that somebody signs in with, or will. */
export function EmailField(props: {
  readonly value: string
  readonly isFixed?: boolean
  /** Says which one where it is not the one of now. */
  readonly label?: string
  /** Is typed first. */
  readonly isFirst?: boolean
  readonly onChange: (email: string) => void
}) {
  const text = useTexts(entranceTexts)
  return (
    <TextInput
      label={props.label ?? text.email}
      type="email"
      autoComplete={props.label === undefined ? 'username' : 'email'}
      data-autofocus={props.isFirst}
      required
      withAsterisk={false}
      readOnly={props.isFixed ?? false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
