import { Button, Group, Stack, Text } from '@mantine/core'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { write } from '../../../api/client.ts'
import { useTexts } from '../../../language/language.tsx'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { Upcoming } from '../../../parts/moment.tsx'
import { Copied } from '../../services/copied.tsx'
import { defaultOverlapHours, OverlapSelect } from '../../services/overlap-select.tsx'
import { serviceTexts } from '../../services/service-texts.ts'

/** What signs webhooks or events. Shown on demand; the action history records who looked at it. */
export function SigningSecret({
  name,
  of,
}: {
  readonly name: string
  readonly of: { readonly service: number } | { readonly endpoint: number }
}) {
  const text = useTexts(serviceTexts)
  const [secret, setSecret] = useState<WriteAnswer<'/services/:service/webhook-secret'> | null>(null)
  const [hours, setHours] = useState(defaultOverlapHours)
  const show = useMutation({
    mutationFn: () =>
      'service' in of
        ? write('/services/:service/webhook-secret', of)
        : write('/endpoints/:endpoint/secret', of),
    onSuccess: setSecret,
  })
  const rotate = useMutation({
    mutationFn: () =>
      'service' in of
        ? write('/services/:service/webhook-secret/rotate', { ...of, overlapHours: hours })
        : write('/endpoints/:endpoint/secret/rotate', { ...of, overlapHours: hours }),
    onSuccess: setSecret,
  })
  return (
    <Stack gap="xs">
      <Group gap={6}>
        {secret === null ? (
          <Text ff="monospace">whsec_••••••••••••••••</Text>
        ) : (
          <Copied label={name} value={secret.current} what={text.theSecret} />
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={show.isPending}
          onClick={() => (secret === null ? show.mutate() : setSecret(null))}
        >
          {secret === null ? text.show : text.hide}
        </Button>
      </Group>
      {secret?.previous != null && (
        <Text variant="hint">
          {text.previousUntil} <Upcoming at={secret.previousEndsAt} />
        </Text>
      )}
      <Group align="flex-end" gap="xs">
        <OverlapSelect hours={hours} onChange={setHours} />
        <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          {text.rotateSecret}
        </Button>
      </Group>
      <Text variant="hint">{text.secretOverlap}</Text>
      <ErrorNote error={show.error ?? rotate.error} />
    </Stack>
  )
}
