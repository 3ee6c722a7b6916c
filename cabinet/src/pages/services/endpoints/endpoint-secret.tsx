import { Button, Group, Stack, Text } from '@mantine/core'
import type { WebhookSecretView } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { write } from '../../../api/client.ts'
import { useTexts } from '../../../language/language.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Upcoming } from '../../../parts/moment.tsx'
import { defaultOverlapHours, OverlapSelect } from '../overlap-select.tsx'
import { endpointTexts } from './texts.ts'

/** Shown on demand; the action history records who looked at it. */
export function EndpointSecret({ id }: { readonly id: number }) {
  const text = useTexts(endpointTexts)
  const [secret, setSecret] = useState<WebhookSecretView | null>(null)
  const [hours, setHours] = useState(defaultOverlapHours)
  const path = `/endpoints/${id}/secret`
  const show = useMutation({ mutationFn: () => write<WebhookSecretView>(path), onSuccess: setSecret })
  const rotate = useMutation({
    mutationFn: () => write<WebhookSecretView>(`${path}/rotate`, { overlapHours: hours }),
    onSuccess: setSecret,
  })
  return (
    <Stack gap={6}>
      <Group gap={6}>
        <Text size="sm" c="dimmed">
          {text.secret}
        </Text>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {secret?.current ?? 'whsec_••••••••••••••••'}
        </Text>
        {secret !== null && <CopyButton value={secret.current} what={text.theSecret} />}
        <Button
          size="compact-sm"
          variant="default"
          loading={show.isPending}
          onClick={() => (secret === null ? show.mutate() : setSecret(null))}
        >
          {secret === null ? text.show : text.hide}
        </Button>
      </Group>
      {secret !== null && (
        <>
          {secret.previous !== null && (
            <Text size="sm" c="dimmed">
              {text.previousUntil} <Upcoming at={secret.previousEndsAt} />
            </Text>
          )}
          <Group align="flex-end" gap="xs">
            <OverlapSelect hours={hours} onChange={setHours} />
            <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {text.rotate}
            </Button>
          </Group>
        </>
      )}
      <Text size="sm" c="dimmed">
        {text.secretHint}
      </Text>
      <ErrorNote error={show.error ?? rotate.error} />
    </Stack>
  )
}
