import { Button, Group, Stack, Text } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../../api/me.ts'
import { useWrite } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { IconCheck, IconSend } from '../../../parts/icons.tsx'
import { SidePanel } from '../../../parts/side-panel.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { endpointTexts } from './texts.ts'

/** One endpoint: which events it gets, its secret, and what can be done with it. */
export function EndpointPanel(props: {
  readonly endpoint: Item<'/endpoints'>
  readonly types: Answer<'/endpoints'>['types']
  readonly onClose: () => void
}) {
  const { endpoint, types, onClose } = props
  const { id, url, description } = endpoint
  const text = useTexts(endpointTexts)
  const mayChange = useMay('change-services')
  const [isEditing, setEditing] = useState(false)
  const test = useWrite('/endpoints/:endpoint/test', { refreshes: ['webhooks'] })
  const remove = useWrite('/endpoints/:endpoint/remove', { refreshes: ['endpoints'], onSuccess: onClose })
  return (
    <SidePanel title={url} onClose={onClose}>
      <Stack gap="sm">
        {description !== '' && <Text size="sm">{description}</Text>}
        <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
          {text.which}: {endpoint.types === null ? text.all : endpoint.types.join(', ')}
        </Text>
        {mayChange && (
          <>
            <Stack gap={6}>
              <Text variant="hint">{text.secret}</Text>
              <SigningSecret name={text.secret} of={{ endpoint: id }} />
              <Text variant="hint">{text.secretHint}</Text>
            </Stack>
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
                {text.edit}
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconSend size={14} />}
                loading={test.isPending}
                onClick={() => test.mutate({ endpoint: id })}
              >
                {text.test}
              </Button>
              <ConfirmButton
                label={text.remove}
                question={text.removeQuestion(url)}
                onConfirm={() => remove.mutateAsync({ endpoint: id })}
              >
                {text.removeHint}
              </ConfirmButton>
            </Group>
          </>
        )}
        {test.data !== undefined && (
          <Group gap={6} role="status" c="teal">
            <IconCheck size={16} />
            <Text size="sm">{text.tested}</Text>
            <TextLink href={`/webhooks/${test.data.deliveryId}`}>{text.seeTest}</TextLink>
          </Group>
        )}
        <ErrorNote error={test.error} />
      </Stack>
      {isEditing && (
        <EndpointForm services={[]} endpoint={endpoint} types={types} onClose={() => setEditing(false)} />
      )}
    </SidePanel>
  )
}
