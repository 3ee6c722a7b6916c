import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { PasswordChoice } from '../../parts/password-choice.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

export function ChangePassword() {
  const text = useTexts(securityTexts)
  const client = useQueryClient()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const change = useWrite('/password', {
    onSuccess: () => {
      setOld('')
      setPassword('')
      void client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <Section title={text.password} lead={text.passwordLead}>
      <Form onSubmit={() => change.mutate({ old, password })}>
        <Stack gap="sm" maw={340}>
          <PasswordField label={text.old} value={old} onChange={setOld} />
          <PasswordChoice label={text.fresh} value={password} onChange={setPassword} />
          <ErrorNote error={change.error} errorTexts={peopleProblems} />
          {change.isSuccess && (
            <Text size="sm" role="status">
              {text.changed}
            </Text>
          )}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {text.change}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  )
}
