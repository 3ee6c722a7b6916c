import { TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { entranceTexts } from './texts.ts'

/** The e-mail for signing in. */
export function EmailField(props: {
  readonly value: string
  readonly isFixed?: boolean
  /** The label, when it is not the current e-mail. */
  readonly label?: string
  /** Has the focus when the form opens. */
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
      {...bindText(props.value, props.onChange)}
    />
  )
}
