import { TextInput } from '@mantine/core'
import { bindText } from './bind.ts'

/** A phone number, as people write it. */
export function PhoneField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (phone: string) => void
  /** The person's own number, which the browser may fill in. */
  readonly isOwn?: boolean
  readonly isRequired?: boolean
}) {
  return (
    <TextInput
      label={props.label}
      type="tel"
      autoComplete={props.isOwn ? 'tel' : 'off'}
      placeholder="+7 916 123-45-67"
      required={props.isRequired ?? false}
      withAsterisk={false}
      w={220}
      {...bindText(props.value, props.onChange)}
    />
  )
}
