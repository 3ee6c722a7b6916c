import { Alert } from '@mantine/core'
import { useMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { IconShieldLock } from '../parts/icons.tsx'
import { TextLink } from '../parts/text-link.tsx'

const texts = defineMessages({
  first: [
    'The pages of the operator open once you have a second factor.',
    'Страницы администратора откроются, когда вы включите второй фактор.',
  ],
  go: ['Switch one on', 'Включить'],
})

/** Where the installation demands a second factor of operators (its setting operatorSecondFactor). */
export function FactorStep() {
  const { person } = useMe()
  const text = useTexts(texts)
  if (!person.needsSecondFactor) return null
  return (
    <Alert color="yellow" variant="light" icon={<IconShieldLock size={18} />} mb="md">
      {text.first}{' '}
      <TextLink href="/account?part=security" fw={600}>
        {text.go}
      </TextLink>
    </Alert>
  )
}
