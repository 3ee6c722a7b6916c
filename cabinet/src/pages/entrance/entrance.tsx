import {
  Anchor,
  Button,
  Center,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { Entrance as EntranceFacts, Me } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { read, write } from '../../api/client.ts'
import { useSetMe } from '../../api/me.ts'
import { LanguageSwitch, ThemeSwitch } from '../../frame/switches.tsx'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import icon from '../../theme/icon.svg'
import { entranceTexts } from './texts.ts'

/** Where everybody comes in. */
export default function Entrance(_: { readonly me: Me | null }) {
  const text = useTexts(entranceTexts)
  useDocumentTitle(`${text.signIn} · Ringkey`)
  const facts = useQuery({ queryKey: ['entrance'], queryFn: () => read<EntranceFacts>('/entrance') })
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack w="100%" maw={380} gap="md">
        <Group justify="space-between">
          <Group gap={10}>
            <img src={icon} alt="" width={28} height={28} />
            <Title order={1}>Ringkey</Title>
          </Group>
          <Group gap={4}>
            <LanguageSwitch />
            <ThemeSwitch />
          </Group>
        </Group>
        {facts.data?.demoSignIn && <DemoDoor />}
        <SignIn />
        <Anchor href="/docs" size="sm" ta="center">
          {text.docs}
        </Anchor>
      </Stack>
    </Center>
  )
}

function DemoDoor() {
  const text = useTexts(entranceTexts)
  const setMe = useSetMe()
  const enter = useMutation({ mutationFn: () => write<Me>('/session/demo'), onSuccess: setMe })
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

function SignIn() {
  const text = useTexts(entranceTexts)
  const setMe = useSetMe()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => write<Me>('/session', { email, password }),
    onSuccess: setMe,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2}>{text.signIn}</Title>
        <TextInput
          label={text.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={text.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': text.showPassword }}
        />
        <ErrorNote error={signIn.error} />
        <Button type="submit" variant="default" loading={signIn.isPending}>
          {text.signIn}
        </Button>
      </Stack>
    </Paper>
  )
}
