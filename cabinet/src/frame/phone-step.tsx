import { Alert } from '@mantine/core'
import { useLocation } from 'wouter'
import { useMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { IconPhone } from '../parts/icons.tsx'
import { TextLink } from '../parts/text-link.tsx'

const texts = defineMessages({
  first: [
    'The API works once the owner has confirmed a phone.',
    'API заработает, когда владелец подтвердит телефон.',
  ],
  go: ['Confirm it now', 'Подтвердить'],
})

/** Where the operator requires it, the API works only after this step. */
export function PhoneStep() {
  const { account } = useMe()
  const [location] = useLocation()
  const text = useTexts(texts)
  if (account === null || account.phoneConfirmed || location === '/account') return null
  return (
    <Alert color="yellow" variant="light" icon={<IconPhone size={18} />} mb="md">
      {text.first}{' '}
      {account.role === 'owner' && (
        <TextLink href="/account" fw={600}>
          {text.go}
        </TextLink>
      )}
    </Alert>
  )
}
