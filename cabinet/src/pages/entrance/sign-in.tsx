import { Group, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { EmailField } from './email-field.tsx'
import { useEnter } from './enter.ts'
import { Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

export function SignIn({
  facts,
  lead,
}: {
  readonly facts: Answer<'/entrance'> | undefined
  readonly lead?: string | undefined
}) {
  const text = useTexts(entranceTexts)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useWrite('/session', { onSuccess: useEnter() })
  return (
    <Sheet
      title={text.signIn}
      lead={lead}
      button={text.signIn}
      mutation={signIn}
      onSubmit={() => signIn.mutate({ email, password })}
      below={
        <Group justify="space-between" gap="xs">
          <TextLink href="/forgotten">{text.forgotten}</TextLink>
          {facts?.signUp === 'open' && <TextLink href="/sign-up">{text.createAccount}</TextLink>}
          {facts?.signUp === 'invite' && <Text variant="note">{text.byInvitation}</Text>}
        </Group>
      }
    >
      <EmailField value={email} onChange={setEmail} />
      <PasswordField label={text.password} value={password} onChange={setPassword} />
    </Sheet>
  )
}
