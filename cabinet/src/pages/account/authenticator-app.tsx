import { Button, Code, Group, Stack, Text } from '@mantine/core'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { type FormEvent, useState } from 'react'
import { write } from '../../api/client.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeField } from '../../parts/code-field.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { FactorField, PasswordPrompt } from './password-prompt.tsx'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

interface Props {
  readonly isOn: boolean
  /** Sign-ins are confirmed in the messenger: adding an app needs a recovery code of that factor. */
  readonly hasOther: boolean
  readonly onChange: (recoveryCodes?: readonly string[]) => void
}

export function AuthenticatorApp({ isOn, hasOther, onChange }: Props) {
  const text = useTexts(securityTexts)
  const offer = useWrite('/second-factor/totp')
  return (
    <Section title={text.totp} lead={text.totpLead}>
      <ErrorNote error={offer.error} errorTexts={peopleProblems} />
      {isOn && (
        <Group gap="sm">
          <Text size="sm">{text.totpOn}</Text>
          <PasswordPrompt
            label={text.remove}
            question={text.removeQuestion}
            asksFactor
            send={(password, proof) => write('/second-factor/totp/remove', { password, proof })}
            onDone={() => {
              offer.reset()
              onChange()
            }}
          />
        </Group>
      )}
      {!isOn && offer.data === undefined && (
        <Group>
          <Button variant="default" loading={offer.isPending} onClick={() => offer.mutate()}>
            {text.setUp}
          </Button>
        </Group>
      )}
      {!isOn && offer.data !== undefined && (
        <FirstCode offer={offer.data} hasOther={hasOther} onChange={onChange} />
      )}
    </Section>
  )
}

function FirstCode({
  offer,
  hasOther,
  onChange,
}: { readonly offer: WriteAnswer<'/second-factor/totp'> } & Pick<Props, 'hasOther' | 'onChange'>) {
  const text = useTexts(securityTexts)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState('')
  const old = hasOther ? { password, proof } : {}
  const confirm = useWrite('/second-factor/totp/confirm', {
    onSuccess: ({ recoveryCodes }) => onChange(recoveryCodes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ pending: offer.pending, code, ...old })
  }
  return (
    <Group align="flex-start" gap="md">
      <QrCode value={offer.address} label={text.picture} />
      <Stack gap="xs" maw={360} component="form" onSubmit={submit}>
        <Text size="sm">{text.scan}</Text>
        <Group gap={4}>
          <Code>{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
          <CopyButton value={offer.secret} what={text.secret} />
        </Group>
        {hasOther && (
          <>
            <PasswordField label={text.password} value={password} onChange={setPassword} />
            <FactorField value={proof} onChange={setProof} />
          </>
        )}
        <Group align="flex-end" gap="sm">
          <CodeField label={text.code} maxLength={7} value={code} onChange={setCode} w={180} />
          <Button type="submit" loading={confirm.isPending}>
            {text.confirm}
          </Button>
        </Group>
        <ErrorNote error={confirm.error} errorTexts={peopleProblems} />
      </Stack>
    </Group>
  )
}
