import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { Field } from '@ringkey/server/fields/field'
import type { ReactNode } from 'react'

/** The input of a field of a trunk or a service; what it holds is a text. */
export function FieldInput(props: {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
  /** Its visible name, or one for screen readers where it stands beside. */
  readonly names: { readonly label: string; readonly description: string } | { readonly 'aria-label': string }
  /** Instead of the choices as they are written. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}) {
  const { value, onChange, error, names } = props
  const { value: rule } = props.field
  if (rule.kind === 'yes-no') {
    return (
      <Switch
        {...names}
        checked={value === 'yes'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
      />
    )
  }
  const common = {
    ...names,
    error,
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  }
  if (rule.kind === 'choice') return <NativeSelect {...common} data={props.choices ?? [...rule.choices]} />
  if (rule.kind === 'list' || rule.kind === 'pairs')
    return <Textarea {...common} autosize minRows={1} maxRows={10} />
  return (
    <TextInput
      {...common}
      required={rule.default === undefined}
      inputMode={rule.kind === 'number' ? 'decimal' : 'text'}
    />
  )
}
