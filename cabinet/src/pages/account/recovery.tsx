import { Group, Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { Section } from './section.tsx'
import { securityTexts } from './security-texts.ts'

export function Recovery(props: {
  readonly view: Answer<'/security'>
  readonly onChange: (recoveryCodes: readonly string[]) => void
}) {
  const text = useTexts(securityTexts)
  const { view } = props
  const hasFactor = view.totp || view.telegram.confirms
  return (
    <Section title={text.recovery} lead={text.recoveryLead}>
      {hasFactor ? (
        <Group gap="sm">
          <Text size="sm">{text.left(view.recoveryCodesLeft)}</Text>
          <PasswordPrompt
            label={text.renew}
            question={text.renewQuestion}
            asksFactor
            send={(password, proof) => write('/second-factor/recovery', { password, proof })}
            onDone={({ recoveryCodes }) => props.onChange(recoveryCodes)}
          />
        </Group>
      ) : (
        <Text variant="hint">{text.none}</Text>
      )}
    </Section>
  )
}

export function ShownCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[]
  readonly onKept: () => void
}) {
  const text = useTexts(securityTexts)
  return (
    <ShownOnce
      isOpen={codes.length > 0}
      title={text.recovery}
      lead={text.keep}
      value={codes.join('\n')}
      what={text.codes}
      kept={text.kept}
      onKept={onKept}
    />
  )
}
