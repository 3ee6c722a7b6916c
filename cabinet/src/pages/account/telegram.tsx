import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { write } from '../../api/client.ts'
import { useWrite } from '../../api/use-api.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { peopleProblems } from '../entrance/problems.ts'
import { PasswordPrompt } from './password-prompt.tsx'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

interface Props {
  readonly view: Answer<'/security'>['telegram']
  /** An authenticator app is connected: adding another factor needs a code of the app. */
  readonly hasApp: boolean
  readonly onChange: (recoveryCodes?: readonly string[]) => void
  /** While the page waits for what happens in the messenger. */
  readonly onConnecting: (isConnecting: boolean) => void
}

export function Telegram(props: Props) {
  const text = useTexts(securityTexts)
  const { offered, connected } = props.view
  return (
    <Section title={text.telegram} lead={text.telegramLead}>
      {!offered && !connected && <Text variant="hint">{text.notOffered}</Text>}
      {offered && !connected && <Connect onConnecting={props.onConnecting} />}
      {connected && <Connected {...props} />}
    </Section>
  )
}

function Connect({ onConnecting }: Pick<Props, 'onConnecting'>) {
  const text = useTexts(securityTexts)
  const connect = useWrite('/second-factor/telegram', { onSuccess: () => onConnecting(true) })
  const link = connect.data?.link
  if (link === undefined) {
    return (
      <>
        <ErrorNote error={connect.error} errorTexts={peopleProblems} />
        <Group>
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
            {text.connect}
          </Button>
        </Group>
      </>
    )
  }
  return (
    <Group align="flex-start" gap="md">
      <QrCode value={link} label={text.picture} />
      <Stack gap="xs" maw={360}>
        <Text size="sm">{text.connectHow}</Text>
        <Group gap="xs">
          <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
            {text.openTelegram}
          </Anchor>
          <CopyButton value={link} what={text.link} />
        </Group>
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text variant="hint">{text.waiting}</Text>
        </Group>
      </Stack>
    </Group>
  )
}

function Connected({ view, hasApp, onChange, onConnecting }: Props) {
  const text = useTexts(securityTexts)
  const confirm = useWrite('/second-factor/telegram/confirms', {
    onSuccess: ({ recoveryCodes }) => onChange(recoveryCodes),
  })
  return (
    <>
      <Text size="sm">
        {text.connected} {view.confirms && `${text.confirms}: ${text.confirmsOn}.`}
      </Text>
      <ErrorNote error={confirm.error} errorTexts={peopleProblems} />
      <Group gap="sm">
        {view.confirms ? (
          <PasswordPrompt
            label={text.stopConfirming}
            question={text.stopQuestion}
            asksFactor
            send={(password, proof) =>
              write('/second-factor/telegram/confirms', { confirms: false, password, proof })
            }
            onDone={() => onChange()}
          />
        ) : hasApp ? (
          <PasswordPrompt
            label={text.confirms}
            question={text.confirmsQuestion}
            asksFactor
            send={(password, proof) =>
              write('/second-factor/telegram/confirms', { confirms: true, password, proof })
            }
            onDone={({ recoveryCodes }) => onChange(recoveryCodes)}
          />
        ) : (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate({ confirms: true })}>
            {text.confirms}
          </Button>
        )}
        <PasswordPrompt
          label={text.disconnect}
          question={text.disconnectQuestion}
          asksFactor={view.confirms}
          send={(password, proof) =>
            write('/second-factor/telegram/remove', view.confirms ? { password, proof } : { password })
          }
          onDone={() => {
            onConnecting(false)
            onChange()
          }}
        />
      </Group>
    </>
  )
}
