import { PasswordInput } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { bindText } from './bind.ts'

const texts = defineMessages({ show: ['Show the password', 'Показать пароль'] })

/** The password that somebody has, or a new one of some length. */
export function PasswordField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (password: string) => void
  /** Of a new one. */
  readonly minLength?: number
  /** Has the focus when its dialog opens. */
  readonly isFirst?: boolean
}) {
  const { minLength } = props
  return (
    <PasswordInput
      label={props.label}
      autoComplete={minLength === undefined ? 'current-password' : 'new-password'}
      data-autofocus={props.isFirst}
      required
      withAsterisk={false}
      {...(minLength === undefined ? {} : { minLength })}
      {...bindText(props.value, props.onChange)}
      visibilityToggleButtonProps={{ 'aria-label': useTexts(texts).show }}
    />
  )
}
