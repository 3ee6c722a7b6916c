import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { fieldTexts } from './field-texts.ts'
import { type FormField, kinds } from './fields.ts'

/** One setting with its explanation. */
export function TrunkField(props: {
  readonly field: FormField
  readonly value: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}) {
  const texts = useTexts(fieldTexts)
  const [label, description] = texts[props.field]
  const kind = kinds[props.field]
  if (kind === 'yes-no') {
    return (
      <Switch
        label={label}
        description={description}
        checked={props.value === 'yes'}
        onChange={(event) => props.onChange(event.currentTarget.checked ? 'yes' : 'no')}
      />
    )
  }
  if (typeof kind === 'object') {
    return (
      <NativeSelect
        label={label}
        description={description}
        data={[...kind]}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={label}
      description={description}
      required={props.field === 'host'}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      error={props.error}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
