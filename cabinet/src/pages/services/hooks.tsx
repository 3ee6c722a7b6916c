import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { HookList, HookView, MadeHook, ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { read, write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment, Upcoming } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { Copied } from './copied.tsx'
import { HookForm, type NewHook } from './hook-form.tsx'
import { hookProblems, hookTexts } from './hook-texts.ts'
import { defaultOverlapHours, OverlapSelect } from './overlap-select.tsx'

/** The addresses and credentials that identity servers need; a credential is shown when it is made. */
export function Hooks({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(hookTexts)
  const client = useQueryClient()
  const [made, setMade] = useState<MadeHook | null>(null)
  const [secret, setSecret] = useState('')
  const [hours, setHours] = useState(defaultOverlapHours)
  const path = `/services/${service.id}/hooks`
  const hooks = useQuery({ queryKey: ['service-hooks', service.id], queryFn: () => read<HookList>(path) })
  const shown = (hook: MadeHook | null) => {
    setMade(hook)
    setSecret('')
    void client.invalidateQueries({ queryKey: ['service-hooks', service.id] })
  }
  // What was pasted goes with either: zitadel makes its own key, also when it is replaced.
  const pasted = secret.trim() === '' ? {} : { secret: secret.trim() }
  const add = useMutation({
    mutationFn: (wanted: NewHook) => write<MadeHook>(path, { ...wanted, ...pasted }),
    onSuccess: shown,
  })
  const rotate = useMutation({
    mutationFn: (id: number) => write<MadeHook>(`/hooks/${id}/rotate`, { overlapHours: hours, ...pasted }),
    onSuccess: shown,
  })
  const remove = useMutation({
    mutationFn: (id: number) => write(`/hooks/${id}/remove`),
    onSuccess: () => shown(null),
  })
  const { items = [], kinds = [] } = hooks.data ?? {}
  return (
    <SettingRow title={text.title} hint={text.hint}>
      <Stack gap="md">
        {items.map((hook) => (
          <Stack key={hook.id} gap={4}>
            <Text fw={600}>{hook.kind}</Text>
            <Copied label={text.address} value={addressOf(service, hook)} what={text.theAddress} />
            {made?.id === hook.id && made.credential !== null && (
              <>
                <Copied label={text.credential} value={made.credential} what={text.theCredential} />
                <Text size="sm">{text.once}</Text>
              </>
            )}
            <Text variant="hint">
              {text.made} <Moment at={hook.createdAt} />
            </Text>
            {Object.entries(hook.settings).map(([name, value]) => (
              <Text key={name} size="sm" c="dimmed">
                {text[name as keyof HookView['settings']]}: {[value].flat().join(', ')}
              </Text>
            ))}
            {hook.previousEndsAt !== null && hook.previousEndsAt > Date.now() && (
              <Text variant="hint">
                {text.previousUntil} <Upcoming at={hook.previousEndsAt} />
              </Text>
            )}
            <Group gap="xs">
              <Anchor component={Link} href={`/requests?method=${hook.kind}Hook`} size="sm">
                {text.requests}
              </Anchor>
              <Button variant="default" size="xs" onClick={() => rotate.mutate(hook.id)}>
                {text.rotate}
              </Button>
              <ConfirmButton
                label={text.remove}
                question={text.removeQuestion(hook.kind)}
                onConfirm={() => remove.mutateAsync(hook.id)}
                error={remove.error}
              >
                {text.removeHint}
              </ConfirmButton>
            </Group>
          </Stack>
        ))}
        {items.length > 0 && <OverlapSelect hours={hours} onChange={setHours} />}
        <HookForm
          kinds={kinds.filter((each) => items.every((item) => item.kind !== each))}
          isAdding={add.isPending}
          onSecret={setSecret}
          secret={secret}
          onAdd={add.mutateAsync}
        />
        <ErrorNote error={hooks.error ?? add.error ?? rotate.error} own={hookProblems} />
      </Stack>
    </SettingRow>
  )
}

const addressOf = ({ apiUrl, id }: ServiceDetail, { kind }: HookView) => `${apiUrl}/v2/hooks/${kind}/${id}`
