import { TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { entranceTexts } from './texts.ts'

/** The e-mail that somebody signs in with. */
export function EmailField(props: {
  readonly value: string
  readonly isFixed?: boolean
  readonly onChange: (email: string) => void
}) {
  const text = useTexts(entranceTexts)
  return (
    <TextInput
      label={text.email}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      readOnly={props.isFixed ?? false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
