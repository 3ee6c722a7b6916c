import { Text } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { PasswordField } from './password-field.tsx'

const texts = defineMessages({
  short: [
    'At least 10 characters; a few words in a row are easy to remember.',
    'Не меньше 10 знаков; несколько слов подряд легко запомнить.',
  ],
  weak: ['Weak: easy to guess', 'Слабый: легко угадать'],
  fair: ['Fair', 'Неплохой'],
  good: ['Good', 'Хороший'],
  strong: ['Strong', 'Надёжный'],
})

const minLength = 10

/** Shows the strength of a new password while it is typed. The server decides whether it is accepted. */
export function PasswordChoice(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const text = useTexts(texts)
  const strength = strengthOf(props.value)
  return (
    <div>
      <PasswordField
        label={props.label}
        minLength={minLength}
        value={props.value}
        onChange={props.onChange}
      />
      <Text variant="note" mt={4} aria-live="polite">
        {text[strength]}
      </Text>
    </div>
  )
}

function strengthOf(password: string): 'short' | 'weak' | 'fair' | 'good' | 'strong' {
  if (password.length < minLength) return 'short'
  const different = new Set(password.toLowerCase()).size
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  if (different < 6) return 'weak'
  const score = password.length + different + kinds * 3
  return score < 26 ? 'fair' : score < 36 ? 'good' : 'strong'
}
