import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Answer, Item } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../../api/me.ts'
import { useWrite } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { IconCheck, IconSend } from '../../../parts/icons.tsx'
import { TextLink } from '../../../parts/text-link.tsx'
import { SigningSecret } from '../signing-secret.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { endpointTexts } from './texts.ts'

/** One endpoint: where events go, which ones, its secret, and what can be done with it. */
export function EndpointCard(props: {
  readonly endpoint: Item<'/endpoints'>
  readonly types: Answer<'/endpoints'>['types']
}) {
  const { endpoint, types } = props
  const { id, serviceId, url, description, enabled } = endpoint
  const text = useTexts(endpointTexts)
  const mayChange = useMay('change-services')
  const [isEditing, setEditing] = useState(false)
  const test = useWrite('/endpoints/:endpoint/test')
  const remove = useWrite('/endpoints/:endpoint/remove', { refreshes: ['endpoints'] })
  return (
    <Paper withBorder p="md" component="section" aria-label={url}>
      <Stack gap="sm">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <Badge color={enabled ? 'teal' : 'gray'}>{enabled ? text.on : text.off}</Badge>
        </Group>
        {description !== '' && <Text size="sm">{description}</Text>}
        <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
          {text.which}: {endpoint.types === null ? text.all : endpoint.types.join(', ')}
        </Text>
        {mayChange && (
          <Stack gap={6}>
            <Text variant="hint">{text.secret}</Text>
            <SigningSecret name={text.secret} of={{ endpoint: id }} />
            <Text variant="hint">{text.secretHint}</Text>
          </Stack>
        )}
        <Group gap="xs">
          {mayChange && (
            <>
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
            </>
          )}
          <TextLink href={`/webhooks?endpoint=${id}`}>{text.deliveries}</TextLink>
          {mayChange && (
            <ConfirmButton
              label={text.remove}
              question={text.removeQuestion(url)}
              onConfirm={() => remove.mutateAsync({ endpoint: id })}
            >
              {text.removeHint}
            </ConfirmButton>
          )}
        </Group>
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
        <EndpointForm
          serviceId={serviceId}
          endpoint={endpoint}
          types={types}
          onClose={() => setEditing(false)}
        />
      )}
    </Paper>
  )
}
