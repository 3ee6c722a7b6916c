import { Anchor, Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core'
import type { Entrance as EntranceFacts, Me } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { EmailField } from './email-field.tsx'
import { useEnter } from './enter.ts'
import { Sheet } from './sheet.tsx'
import { entranceTexts } from './texts.ts'

export function DemoDoor() {
  const text = useTexts(entranceTexts)
  const enter = useMutation({ mutationFn: () => write<Me>('/session/demo'), onSuccess: useEnter() })
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text size="sm">{text.demo}</Text>
        <ErrorNote error={enter.error} />
        <Button onClick={() => enter.mutate()} loading={enter.isPending}>
          {text.enterDemo}
        </Button>
      </Stack>
    </Paper>
  )
}

export function SignIn({
  facts,
  lead,
}: {
  readonly facts: EntranceFacts | undefined
  readonly lead?: string
}) {
  const text = useTexts(entranceTexts)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => write<Me>('/session', { email, password }),
    onSuccess: useEnter(),
  })
  return (
    <Sheet
      title={text.signIn}
      lead={lead}
      button={text.signIn}
      isPlain={facts?.demoSignIn ?? false}
      error={signIn.error}
      isBusy={signIn.isPending}
      onSubmit={() => signIn.mutate()}
      below={
        <Group justify="space-between" gap="xs">
          <Anchor component={Link} href="/forgotten" size="sm">
            {text.forgotten}
          </Anchor>
          {facts?.signUp === 'open' && (
            <Anchor component={Link} href="/sign-up" size="sm">
              {text.createAccount}
            </Anchor>
          )}
          {facts?.signUp === 'invite' && (
            <Text size="xs" c="dimmed">
              {text.byInvitation}
            </Text>
          )}
        </Group>
      }
    >
      <EmailField value={email} onChange={setEmail} />
      <PasswordInput
        label={text.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': text.showPassword }}
      />
    </Sheet>
  )
}
