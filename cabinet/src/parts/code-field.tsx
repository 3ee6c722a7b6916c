import { TextInput, type TextInputProps } from '@mantine/core'
import { bindText } from './bind.ts'

/** A code that is typed once. */
export function CodeField({
  value,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      {...bindText(value, onChange)}
      {...props}
    />
  )
}
